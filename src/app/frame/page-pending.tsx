import { Spinner } from "#room/ui/spinner.tsx";
import { useAfter } from "#room/ui/use-after.ts";
import styles from "./frame.module.css";

/** Longer than it usually takes. */
const usualMs = 4000;

export function PagePending() {
  const isLong = useAfter(usualMs);
  return (
    <div className={`row quiet ${styles.pending}`} role="status">
      <Spinner /> {isLong ? "Loading. This page opens as soon as the service can be reached." : "Loading"}
    </div>
  );
}
