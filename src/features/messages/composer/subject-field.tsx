import { useId } from "react";
import styles from "./composer.module.css";

export interface SubjectFieldProps {
  value: string;
  limit: number;
  error: string | undefined;
  onChange(subject: string): void;
}

/** The subject with its limit, which shows itself when it comes near. */
export function SubjectField({ value, limit, error, onChange }: SubjectFieldProps) {
  const id = useId();
  const isNear = value.length > limit - 40;
  return (
    <div className={styles.subject} data-invalid={error !== undefined || undefined}>
      <label htmlFor={id}>Subject</label>
      <div className={styles.subjectBox}>
        <input
          id={id}
          type="text"
          autoComplete="off"
          value={value}
          maxLength={limit}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={isNear || error !== undefined ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <span id={`${id}-note`} className={styles.subjectNote} data-tone={error ? "bad" : undefined}>
          {error ?? (isNear ? `${limit - value.length} characters left` : "")}
        </span>
      </div>
    </div>
  );
}
