import { Spinner } from "#room/ui/spinner.tsx";
import styles from "./frame.module.css";

/** While a page's code is on its way. */
export function PagePending() {
  return (
    <div className={styles.pending} role="status">
      <Spinner /> Loading
    </div>
  );
}
