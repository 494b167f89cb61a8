import { Dialog } from "#room/ui/dialog.tsx";
import { EraseWorkspace } from "./erase-workspace.tsx";
import { ExportWorkspace } from "./export-workspace.tsx";
import { PassphraseForm } from "./passphrase-form.tsx";
import { StorageUse } from "./storage-use.tsx";
import styles from "./account.module.css";

/** What this browser stores for the user: how much, how safely, and how to export or erase it. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Workspace and storage" onClose={onClose} width="wide">
      <div className={styles.parts}>
        <StorageUse />
        <PassphraseForm />
        <ExportWorkspace />
        <EraseWorkspace />
      </div>
    </Dialog>
  );
}
