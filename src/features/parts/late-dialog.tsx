import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Button } from "#room/ui/button.tsx";
import { classNames } from "#room/ui/class-names.ts";
import styles from "#room/ui/dialog.module.css";
import { Spinner } from "#room/ui/spinner.tsx";
import { useAfter } from "#room/ui/use-after.ts";
import { forgetKeys, useHeldKeys } from "./held-keys.ts";
import { loadAhead } from "./load-ahead.ts";
import { loadPart } from "./load-part.ts";

/** Longer than it usually takes. */
const usualMs = 500;

interface Closable {
  readonly onClose: (isDone: boolean) => void;
}

/**
 * A dialog whose code loads in idle time, or when it is opened. If that takes a while, a dialog says so in its place,
 * and what is typed meanwhile is typed into it.
 */
export function lateDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  isAhead = true,
): ComponentType<Props> {
  const Part = loadPart(load, MissingDialog, isAhead ? loadAhead : undefined);
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
  useHeldKeys();
  const close = () => {
    forgetKeys();
    onClose(false);
  };
  if (!isLong) return null;
  return (
    <PlainDialog title="Loading" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      <p role="status">
        <Spinner /> This opens as soon as the service can be reached. You can close it and go on working.
      </p>
    </PlainDialog>
  );
}

/** In place of a dialog that the service no longer has. */
function MissingDialog({ onClose }: Closable) {
  const close = () => onClose(false);
  return (
    <PlainDialog
      title="This couldn’t be loaded"
      role="alertdialog"
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
    </PlainDialog>
  );
}

interface PlainDialogProps {
  readonly title: string;
  readonly role?: "alertdialog";
  readonly actions: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The browser's own: the code of ours may be what is missing. */
function PlainDialog({ title, role, actions, children, onClose }: PlainDialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = box;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={box}
      role={role}
      aria-label={title}
      className={classNames(styles.panel, styles.plain)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
      </div>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>{actions}</div>
    </dialog>
  );
}
