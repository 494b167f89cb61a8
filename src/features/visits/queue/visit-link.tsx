import type { ComponentProps } from "react";
import { visitName } from "#room/features/visits/visit-name.ts";
import type { ListRow } from "#room/features/visits/list/list-row.ts";
import type { RowHandlers } from "#room/features/visits/list/visits-row-props.ts";
import styles from "./visits-table.module.css";

export interface OpenLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  readonly row: Pick<ListRow, "eventId">;
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

/** Opens the visit; labeled with what stands for it. */
export function VisitLink({
  row,
  handlers,
  tabIndex,
}: Pick<OpenLinkProps, "handlers" | "tabIndex"> & { readonly row: ListRow }) {
  return (
    <OpenLink
      row={row}
      handlers={handlers}
      className={styles.link}
      tabIndex={tabIndex}
      title={row.clinic?.name ? `${row.clinic.name}, ID ${row.visitId}` : row.visitId}
    >
      {row.visitId === "" ? "No visit ID" : visitName(row.visitId, row.clinic)}
    </OpenLink>
  );
}
