import { type Ref, useId, useImperativeHandle, useRef } from "react";
import { focusTarget, type FocusTarget } from "#room/features/forms/focus-target.ts";
import styles from "./composer.module.css";

export interface PlainEditorProps {
  ref: Ref<FocusTarget>;
  value: string;
  error: string | undefined;
  onChange(text: string): void;
}

/** The message as plain text only. */
export function PlainEditor({ ref, value, error, onChange }: PlainEditorProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => focusTarget(field), []);
  return (
    <div className={styles.plain}>
      <textarea
        ref={field}
        aria-label="Message"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        className={styles.plainText}
        placeholder="Write your message"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {error === undefined ? null : (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
