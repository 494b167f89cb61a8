import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { classNames } from "#room/ui/class-names.ts";
import { useNewest } from "#room/ui/use-newest.ts";
import { useRowsInSight } from "#room/ui/use-rows-in-sight.ts";
import { useWidth } from "#room/ui/use-width.ts";
import type { QueuePlace } from "#room/features/visits/queue-place.ts";
import {
  type ColumnChoice,
  minWidth,
  type ShownColumn,
  shownColumns,
  withRoomFor,
} from "#room/features/visits/list/column-choice.ts";
import type { ListRow } from "#room/features/visits/list/list-row.ts";
import { useTableKeys } from "./use-table-keys.ts";
import { TableHead } from "./visits-table-head.tsx";
import type { SortedBy } from "#room/features/visits/list/list-search.ts";
import type { Selection } from "#room/ui/use-selection.ts";
import type { RowAction, RowHandlers } from "#room/features/visits/list/visits-row-props.ts";
import { VisitsRow } from "#room/features/visits/list/visits-row.tsx";
import styles from "./visits-table.module.css";

/**
 * The rendered height of a row (density, zoom and a narrow page change it), and the ref that measures one of them. All
 * rows are alike, so one is enough, without forcing layout.
 */
function useRowHeight(first: number): readonly [number, (row: HTMLTableRowElement) => () => void] {
  const [height, setHeight] = useState(first);
  const measure = useCallback((row: HTMLTableRowElement) => {
    const observer = new ResizeObserver(() => {
      const now = row.getBoundingClientRect().height;
      if (now > 0) setHeight(now);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, []);
  return [height, measure];
}

const nearEnd = 30;

/** The head lies over the first rows. */
const headHeight = 40;

export type TableView = Pick<QueuePlace, "order" | "top" | "rowHeight">;

export interface VisitsTableProps {
  readonly rows: readonly ListRow[];
  readonly columns: ColumnChoice;
  readonly search: SortedBy;
  readonly selection: Selection<ListRow, string>;
  readonly now: number;
  /** Rows that changed since they were shown, by visit. */
  readonly changed?: ReadonlySet<string>;
  readonly matches?: ReadonlyMap<string, string>;
  /** The total number of rows when not all are loaded; -1 when unknown. */
  readonly rowCount?: number;
  /** The last rows become visible. */
  readonly onNearEnd?: () => void;
  readonly onSort: (part: SortedBy) => void;
  readonly onAct: (action: RowAction, eventId: string) => void;
  /** The position when an event was opened from here, to restore it. */
  readonly back: QueuePlace | undefined;
  readonly onOpen: (eventId: string, at: TableView) => void;
  readonly onRemove: (eventIds: readonly string[]) => void;
}

/** The events of the queue. Only the rows in sight are in the document; arrows, Space, Enter and R work on the active one. */
export function VisitsTable(props: VisitsTableProps) {
  const { rows, search, selection, now, onSort, onAct, onOpen, onNearEnd } = props;
  const { changed, matches } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const roomy = useMemo(() => {
    const longest = rows.reduce((most, { clinic }) => Math.max(most, clinic?.name?.length ?? 0), 0);
    return withRoomFor(props.columns, longest);
  }, [rows, props.columns]);
  const { columns, isNarrow } = shownColumns(roomy, useWidth(scroller));
  const [back] = useState(props.back);
  const [activeId, setActiveId] = useState(back?.eventId);
  const [isBack] = useState(() => rows.some((row) => row.eventId === back?.eventId));
  /** By id: what was drawn before must not take the focus that the next row waits for. */
  const toFocus = useRef(isBack ? back?.eventId : undefined);
  const [rowHeight, measure] = useRowHeight(back?.rowHeight ?? 41);
  const active = useMemo(
    () => Math.max(0, activeId === undefined ? 0 : rows.findIndex((row) => row.eventId === activeId)),
    [rows, activeId],
  );

  const box = { scroller, rowHeight, count: rows.length, top: back?.top ?? 0, taken: headHeight };
  const { first, end, scrollToRow } = useRowsInSight(box);
  const drawn = Array.from({ length: end - first }, (_, at) => first + at);
  // The active row stays mounted when scrolled away, so that the focus is not lost.
  if (active < first && end > 0) drawn.unshift(active);
  else if (active >= end && active < rows.length) drawn.push(active);

  useEffect(() => {
    if (end > rows.length - nearEnd) onNearEnd?.();
  }, [end, rows.length, onNearEnd]);

  useEffect(() => {
    const row =
      toFocus.current === undefined
        ? undefined
        : scroller.current?.querySelector<HTMLElement>(`tr[data-event="${CSS.escape(toFocus.current)}"]`);
    if (!row) return;
    toFocus.current = undefined;
    row.focus({ preventScroll: true });
    // In a low window the page scrolls, too.
    row.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const open = (eventId: string) => {
    const order = rows.map((row) => row.eventId);
    onOpen(eventId, { order, top: scroller.current?.scrollTop ?? 0, rowHeight });
  };
  const newest = useNewest({ open, onAct, selection });
  /** The same for ever, so that a row is drawn again only when it is another. */
  const [handlers] = useState<RowHandlers>(() => ({
    toggle: (eventId) => newest.current.selection.toggle(eventId),
    extendTo: (eventId) => newest.current.selection.extendTo(eventId),
    act: (action, eventId) => newest.current.onAct(action, eventId),
    open: (eventId) => newest.current.open(eventId),
    activate: setActiveId,
  }));
  const moveTo = (index: number) => {
    toFocus.current = rows[index]?.eventId;
    setActiveId(toFocus.current);
    scrollToRow(index);
  };

  const onKeyDown = useTableKeys({ ...props, active, rowHeight, scroller, moveTo, open });
  const width = columns.length + 2;
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys bubble from its focusable rows */}
      <table
        className={classNames(styles.table, isNarrow && styles.narrow)}
        aria-label="Visit charges"
        style={isNarrow ? {} : { minWidth: minWidth(columns) }}
        aria-rowcount={rowCountOf(props)}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col width={isNarrow ? 42 : 46} />
          {columns.map((column) => (
            <col key={column.id} {...columnWidth(column, isNarrow)} />
          ))}
          <col width={isNarrow ? 90 : 104} />
        </colgroup>
        <TableHead {...{ columns, search, onSort, selection, count: rows.length }} />
        <tbody>
          {drawn.map((index, at) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <Fragment key={row.eventId}>
                <Gap height={(index - (drawn[at - 1] ?? -1) - 1) * rowHeight} width={width} />
                <VisitsRow
                  row={row}
                  index={index}
                  columns={columns}
                  isActive={index === active}
                  isSelected={selection.ids.has(row.eventId)}
                  isNarrow={isNarrow}
                  now={now}
                  matched={matches?.get(row.visitId)}
                  handlers={handlers}
                  isMarked={changed?.has(row.visitId) === true}
                  measure={at === 0 ? measure : undefined}
                />
              </Fragment>
            );
          })}
          <Gap height={(rows.length - 1 - (drawn.at(-1) ?? -1)) * rowHeight} width={width} />
        </tbody>
      </table>
    </div>
  );
}

function rowCountOf({ rows, rowCount = rows.length }: VisitsTableProps): number {
  return rowCount < 0 ? -1 : Math.max(rowCount, rows.length) + 1;
}

function columnWidth({ id, width }: ShownColumn, isNarrow: boolean) {
  if (isNarrow) return id === "visit" ? {} : { width: 86 };
  return width === undefined ? {} : { width };
}

/** Stands for the rows that are out of sight. */
function Gap({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null;
  return (
    <tr className={styles.gap} aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty on purpose: it takes the space of the rows out of view */}
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}
