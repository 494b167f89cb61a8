import { type Ref, useId } from "react";
import { counted } from "#room/contract/primitives/counted.ts";
import styles from "./composer.module.css";

export interface SubjectFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  limit: number;
  error: string | undefined;
  onChange(subject: string): void;
}

/** The subject; its limit shows when the length gets close. Nothing that is typed or pasted beyond it is cut. */
export function SubjectField({ ref, value, limit, error, onChange }: SubjectFieldProps) {
  const id = useId();
  const { length } = value;
  const isNear = length > limit - 40;
  const over = length - limit;
  const limitWords =
    over > 0
      ? `${counted(over, "character")} too many; the limit is ${limit}`
      : `${counted(limit - length, "character")} left`;
  return (
    <div className={styles.line} data-invalid={error !== undefined || over > 0 || undefined}>
      <label htmlFor={id}>Subject</label>
      <div className={styles.subjectBox}>
        <input
          ref={ref}
          name="subject"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          id={id}
          type="text"
          autoComplete="off"
          aria-invalid={error !== undefined || over > 0 || undefined}
          aria-describedby={isNear || error !== undefined ? `${id}-note` : undefined}
        />
        <span
          id={`${id}-note`}
          className={`quiet small ${styles.subjectNote}`}
          data-tone={error || over > 0 ? "bad" : undefined}
        >
          {over > 0 ? limitWords : (error ?? (isNear ? limitWords : ""))}
        </span>
      </div>
    </div>
  );
}
