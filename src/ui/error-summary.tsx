import { useEffect, useRef } from "react";
import styles from "./error-summary.module.css";

export interface SummaryItem {
  /** The `id` or `name` of its field; without one it is plain text. */
  field?: string;
  message: string;
}

export interface ErrorSummaryProps {
  title: string;
  items: SummaryItem[];
  /** Replaces navigating to the field, when it may be collapsed or outside a virtual list. */
  onGo?: (item: SummaryItem) => void;
}

/** All errors in one place, each linked to its field. Takes the focus when it appears. */
export function ErrorSummary({ title, items, onGo = goToField }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.summary}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={`${item.field} ${item.message}`}>
            {item.field ? (
              <button type="button" className={`link ${styles.link}`} onClick={() => onGo(item)}>
                {item.message}
              </button>
            ) : (
              item.message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function goToField({ field }: SummaryItem): void {
  if (!field) return;
  const target = document.getElementById(field) ?? document.getElementsByName(field)[0];
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}
