import { type ReactNode, Suspense } from "react";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { useAfter } from "#room/ui/use-after.ts";

/** Longer than it usually takes. */
const usualMs = 500;

interface Closable {
  readonly onClose: (isDone: boolean) => void;
}

interface LateDialogProps extends Closable {
  readonly children: ReactNode;
}

/** Around a dialog whose code loads when it is opened (`loadPart`). If that takes a while, a dialog says so in its place. */
export function LateDialog({ onClose, children }: LateDialogProps) {
  return <Suspense fallback={<Waiting onClose={onClose} />}>{children}</Suspense>;
}

function Waiting({ onClose }: Closable) {
  const isLong = useAfter(usualMs);
  if (!isLong) return null;
  const close = () => onClose(false);
  return (
    <Dialog title="Loading" isOpen onClose={close} actions={<Button onClick={close}>Close</Button>}>
      <p role="status">
        <Spinner /> This opens as soon as the service can be reached. You can close it and go on working.
      </p>
    </Dialog>
  );
}

/** In place of a dialog that the service no longer has. */
export function MissingDialog({ onClose }: Closable) {
  const close = () => onClose(false);
  return (
    <Dialog
      title="This couldn’t be loaded"
      role="alertdialog"
      isOpen
      onClose={close}
      actions={
        <>
          <Button onClick={() => location.reload()}>Reload page</Button>
          <Button look="primary" onClick={close}>
            Close
          </Button>
        </>
      }
    >
      <p>
        The console was updated after you opened it. Reload the page when it suits you; your drafts are kept.
      </p>
    </Dialog>
  );
}
