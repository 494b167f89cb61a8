import { useId } from "react";
import styles from "./composer.module.css";

export interface PlainEditorProps {
  value: string;
  error: string | undefined;
  onChange(text: string): void;
}

/** The message as plain text alone. */
export function PlainEditor({ value, error, onChange }: PlainEditorProps) {
  const id = useId();
  return (
    <div className={styles.plain}>
      <textarea
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
