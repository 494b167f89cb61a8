import { Spinner } from "#room/ui/spinner.tsx";
import styles from "./frame.module.css";

/** Shown while a page's code is loading. */
export function PagePending() {
  return (
    <div className={styles.pending} role="status">
      <Spinner /> Loading
    </div>
  );
}
