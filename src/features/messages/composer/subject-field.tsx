import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import styles from "./composer.module.css";

export interface SubjectFieldProps extends UseFormRegisterReturn {
  /** The typed length. */
  length: number;
  limit: number;
  error: string | undefined;
}

/** The subject; its limit shows when the length gets close. */
export function SubjectField({ length, limit, error, ...field }: SubjectFieldProps) {
  const id = useId();
  const isNear = length > limit - 40;
  return (
    <div className={styles.subject} data-invalid={error !== undefined || undefined}>
      <label htmlFor={id}>Subject</label>
      <div className={styles.subjectBox}>
        <input
          {...field}
          id={id}
          type="text"
          autoComplete="off"
          maxLength={limit}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={isNear || error !== undefined ? `${id}-note` : undefined}
        />
        <span id={`${id}-note`} className={styles.subjectNote} data-tone={error ? "bad" : undefined}>
          {error ?? (isNear ? `${limit - length} characters left` : "")}
        </span>
      </div>
    </div>
  );
}
