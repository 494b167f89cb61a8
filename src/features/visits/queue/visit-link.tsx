import type { ComponentProps } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { Badge } from "#room/ui/state-badge.tsx";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { CellProps, RowHandlers } from "./visits-row-props.ts";
import styles from "./visits-table.module.css";

/** Marks an example, to distinguish it from real visits. */
export function ExampleTag({ row }: { row: VisitSummary }) {
  return isExample(row) ? (
    <span className={styles.tag}>
      <Badge>Example</Badge>
    </span>
  ) : null;
}

export interface OpenLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  readonly row: VisitSummary;
  readonly handlers: RowHandlers;
}

/** A plain link: the router's costs more to mount than the rest of a row, and scrolling mounts dozens. */
export function OpenLink({ row, handlers, children, ...props }: OpenLinkProps) {
  return (
    <a
      {...props}
      href={`/visits/${row.eventId}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        handlers.open(row.eventId);
      }}
    >
      {children}
    </a>
  );
}

/** Opens the visit; labeled with its id. */
export function VisitLink({ row, handlers, tabIndex }: Pick<CellProps, "row" | "handlers" | "tabIndex">) {
  return (
    <OpenLink row={row} handlers={handlers} className={styles.link} tabIndex={tabIndex} title={row.visitId}>
      {row.visitId === "" ? "No visit ID" : shortGuid(row.visitId)}
    </OpenLink>
  );
}
