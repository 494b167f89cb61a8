import { useId, type ReactNode } from "react";
import styles from "./progress-bar.module.css";

export interface ProgressBarProps {
  label: ReactNode;
  /** The progress, out of `total`. Omit both while unknown. */
  value?: number;
  total?: number;
  /** Opposite the label: "312 of 1,000", or a stop button. */
  detail?: ReactNode;
}

export function ProgressBar({ label, value, total = 1, detail }: ProgressBarProps) {
  const id = useId();
  return (
    <div className={styles.progress}>
      <div className={`quiet small ${styles.words}`}>
        <span id={id}>{label}</span>
        {detail ? <span>{detail}</span> : null}
      </div>
      <progress
        aria-labelledby={id}
        className={styles.bar}
        max={total}
        {...(value === undefined ? {} : { value })}
      />
    </div>
  );
}
