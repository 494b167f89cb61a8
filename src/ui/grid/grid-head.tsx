import type { CSSProperties } from "react";
import { classNames } from "#room/ui/class-names.ts";
import { isInSight } from "./grid-layout.ts";
import type { GridColumn } from "./grid-types.ts";
import styles from "./grid.module.css";

interface GridHeadProps {
  readonly columns: readonly GridColumn[];
  readonly pins: Readonly<Record<string, CSSProperties>>;
}

/** The column titles, for display only: each field has its own accessible name. */
export function GridHead({ columns, pins }: GridHeadProps) {
  return (
    <div className={styles.head} aria-hidden="true">
      <span className={classNames(styles.title, styles.pinned)} style={{ "--pin": "0px" }} />
      {columns.filter(isInSight).map((column) => (
        <span
          key={column.member}
          className={classNames(
            styles.title,
            column.look === "number" && styles.number,
            column.isPinned && styles.pinned,
          )}
          style={pins[column.member]}
        >
          {column.title}
        </span>
      ))}
    </div>
  );
}
