import { classNames } from "#room/ui/class-names.ts";
import rail from "#room/ui/rail-link.module.css";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./shell.module.css";

/** The number is visual only; a link's accessible name stays "Visits". Zero is not shown. */
export function RailCount({ count, title }: { count: number; title: string }) {
  return count === 0 ? null : (
    <span className={classNames(rail.count, styles.count)} title={title} aria-hidden="true">
      {count > 9999 ? "9,999+" : formatCount(count)}
    </span>
  );
}
