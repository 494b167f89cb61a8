import { useRef, useState } from "react";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { CheckIcon, CopyIcon } from "#room/ui/icons.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./keys.module.css";

/** A secret that leaves the service this once. Closing it before it was copied takes a second press. */
export function ShownSecret({
  name,
  secret,
  until,
  onClose,
}: {
  readonly name: string;
  readonly secret: string;
  /** Until when the secret of before works, where there is one. */
  readonly until?: string | undefined;
  readonly onClose: () => void;
}) {
  const [said, setSaid] = useState("");
  const isDone = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setSaid("Copied.");
      isDone.current = true;
    } catch {
      field.current?.select();
      setSaid("The browser didn’t allow copying. The key is selected: press Ctrl+C.");
      isDone.current = true;
    }
  };
  const close = () => {
    if (isDone.current) return onClose();
    isDone.current = true;
    setSaid("You have not copied it yet, and it can’t be shown again. Close once more to go on without it.");
  };
  return (
    <Dialog
      title={`The key of ${name}`}
      isOpen
      isKept
      role="alertdialog"
      startsAtAction
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button
            look="primary"
            icon={said === "Copied." ? <CheckIcon /> : <CopyIcon />}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField
          ref={field}
          label="Key, shown this once"
          className={styles.secret ?? ""}
          value={secret}
          readOnly
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => (isDone.current = true)}
        />
        <p className={styles.words}>
          Put it where the program keeps its secrets. It is sent in the header{" "}
          <code>Authorization: Bearer</code> or <code>X-ss-id</code>, never in an address.
        </p>
        {until ? <p className={styles.words}>The old key works until {until}.</p> : null}
        <p className={styles.words} role="status">
          {said}
        </p>
      </div>
    </Dialog>
  );
}
