import { type ReactNode, useRef, useState } from "react";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { CheckIcon } from "#room/ui/icons.tsx";
import { CopyIcon } from "#room/ui/page-icons.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./shown-secret.module.css";

/** A secret that the service shows only this once. Closing it before copying takes a second click. */
export function ShownSecret({
  title,
  what,
  secret,
  children,
  onClose,
}: {
  readonly title: string;
  readonly what: "key" | "link";
  readonly secret: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const [status, setStatus] = useState("");
  const isDone = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setStatus("Copied.");
      isDone.current = true;
    } catch {
      field.current?.select();
      setStatus(`The browser didn’t allow copying. The ${what} is selected: press Ctrl+C.`);
      isDone.current = true;
    }
  };
  const close = () => {
    if (isDone.current) return onClose();
    isDone.current = true;
    setStatus("You haven’t copied it yet, and it can’t be shown again. Close again to continue without it.");
  };
  return (
    <Dialog
      title={title}
      isKept
      role="alertdialog"
      startsAtAction
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button
            look="primary"
            icon={status === "Copied." ? <CheckIcon /> : <CopyIcon />}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextField
          ref={field}
          label={`${what === "key" ? "Key" : "Link"}, shown only once`}
          className={styles.secret ?? ""}
          value={secret}
          readOnly
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => (isDone.current = true)}
        />
        <div className="quiet">{children}</div>
        <p className="quiet" role="status">
          {status}
        </p>
      </div>
    </Dialog>
  );
}
