import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./table.module.css";

interface ColumnHead {
  readonly name: ReactNode;
  readonly isNumber?: boolean;
  /** For screen readers only, such as above buttons. */
  readonly isHidden?: boolean;
  readonly className?: string | undefined;
}

interface TableProps {
  readonly label?: string;
  readonly labelledBy?: string;
  readonly heads: readonly (string | ColumnHead)[];
  /** `framed`: within a page instead of across it. `cards`: on a phone each row is a card. */
  readonly look?: "framed" | "cards";
  /** If given, the table can be scrolled by keyboard, as a region of this name. */
  readonly scrollLabel?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A native table that scrolls sideways when it is too wide. */
export function Table({ label, labelledBy, heads, look, scrollLabel, className, children }: TableProps) {
  return (
    <div
      className={classNames(styles.scroll, look && styles[look], className)}
      {...(scrollLabel === undefined ? {} : { tabIndex: 0, role: "region", "aria-label": scrollLabel })}
    >
      <table className={styles.table} aria-label={label} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {heads.map((head, at) => {
              const { name, isNumber, isHidden, ...more } = typeof head === "string" ? { name: head } : head;
              return (
                <th key={at} scope="col" className={classNames(isNumber && styles.number, more.className)}>
                  {isHidden ? <span className="visually-hidden">{name}</span> : name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
