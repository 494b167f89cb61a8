import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import type { EditorSession } from "./editor-session.ts";
import { ToneMark } from "./tone-mark.tsx";
import styles from "./editor.module.css";
import type { Located } from "./judge/live-findings.ts";

interface WarningsDialogProps {
  readonly warnings: readonly Located[];
  readonly session: EditorSession;
  readonly onClose: () => void;
  readonly onSend: () => void;
}

/** Warnings do not stop a visit; they are asked about once. */
export function WarningsDialog({ warnings, session, onClose, onSend }: WarningsDialogProps) {
  return (
    <Dialog
      title={
        warnings.length === 1 ? "Send with this warning?" : `Send with these ${warnings.length} warnings?`
      }
      role="alertdialog"
      isOpen
      startsAtAction
      onClose={onClose}
      width="wide"
      actions={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button look="primary" onClick={onSend}>
            Send anyway
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {warnings.slice(0, 30).map(({ key, finding, place }) => (
          <li key={key}>
            <ToneMark tone="warn" />
            <div>
              {finding.message}
              <small>{place ? session.nameOf(place) : "The visit"}</small>
            </div>
          </li>
        ))}
      </ul>
      {warnings.length > 30 ? <p>and {warnings.length - 30} more</p> : null}
    </Dialog>
  );
}
