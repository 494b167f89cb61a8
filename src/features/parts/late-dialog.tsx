import { type ComponentType, Suspense } from "react";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { useAfter } from "#room/ui/use-after.ts";
import { loadPart } from "./load-part.ts";

/** Longer than it usually takes. */
const usualMs = 500;

interface Closable {
  readonly onClose: (isDone: boolean) => void;
}

/** A dialog whose code loads when it is opened. If that takes a while, a dialog says so in its place. */
export function lateDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = loadPart(load, MissingDialog);
  return function LateDialog(props: Props) {
    return (
      <Suspense fallback={<Waiting onClose={props.onClose} />}>
        <Part {...props} />
      </Suspense>
    );
  };
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
function MissingDialog({ onClose }: Closable) {
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
