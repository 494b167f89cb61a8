import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { classNames } from "#room/ui/class-names.ts";
import { ChevronDownIcon, ChevronUpIcon } from "#room/ui/icons.tsx";
import type { QueuePlace } from "#room/features/visits/queue-place.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { Column, ColumnChoice } from "./columns.ts";
import { leastWidth } from "./columns.ts";
import { keyMove } from "./key-move.ts";
import { useRoom } from "./use-room.ts";
import { useRowHeight } from "./use-row-height.ts";
import { useInvoiceWords } from "./use-invoice-words.ts";
import type { Selection } from "./use-selection.ts";
import { Action, Cell } from "./visits-cell.tsx";
import type { RowAction, RowHandlers, RowParts } from "./visits-row-props.ts";
import { VisitsRow } from "./visits-row.tsx";
import type { SortKey, VisitsSearch } from "./visits-search.ts";
import { isDownByDefault } from "./visits-search.ts";
import styles from "./visits-table.module.css";

type SortedBy = Pick<VisitsSearch, "sort" | "isDescending">;

const ownParts: RowParts = { Cell, Action };

/** So many rows before the end, more are asked for. */
const nearEnd = 30;

export type TableView = Pick<QueuePlace, "order" | "top" | "rowHeight">;

export interface VisitsTableProps {
  readonly rows: readonly VisitSummary[];
  readonly columns: ColumnChoice;
  readonly search: SortedBy;
  readonly selection: Selection;
  readonly now: number;
  /** What it says of its rows, where it is not the list of this browser. */
  readonly parts?: RowParts;
  /** Rows, by visit, that changed since they were shown. */
  readonly changed?: ReadonlySet<string>;
  /** How many rows there are when not all of them are here; -1 when nobody knows. */
  readonly rowCount?: number;
  /** The last rows come into sight. */
  readonly onNearEnd?: () => void;
  readonly onSort: (part: SortedBy) => void;
  readonly onAct: (action: RowAction, eventId: string) => void;
  /** Where one was when an event was opened from here: there the table begins. */
  readonly back: QueuePlace | undefined;
  readonly onOpen: (eventId: string, at: TableView) => void;
  readonly onRemove: (eventIds: readonly string[]) => void;
}

/** The events of the queue. Only the rows in sight are in the document; arrows, Space, Enter and R work on the active one. */
export function VisitsTable(props: VisitsTableProps) {
  const { rows, search, selection, now, onSort, onAct, onOpen, onRemove, onNearEnd } = props;
  const { parts = ownParts, changed } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller);
  const isNarrow = room === "narrow";
  const columns = props.columns[room];
  const [back] = useState(props.back);
  const [activeId, setActiveId] = useState(back?.eventId);
  const wantsFocus = useRef(rows.some((row) => row.eventId === back?.eventId));
  const [rowHeight, measure] = useRowHeight(back?.rowHeight ?? 41);
  const found = rows.findIndex((row) => row.eventId === activeId);
  const active = found === -1 ? 0 : found;

  // oxlint-disable-next-line react/incompatible-library -- nothing that it gives is handed to a memoized part
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.eventId ?? index,
    overscan: 8,
    initialOffset: back?.top ?? 0,
    // The active row stays in the document when it is scrolled away, so that the focus is not lost.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const shown = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      if (active < first && count > 0) shown.unshift(active);
      else if (active > last && active < count) shown.push(active);
      return shown;
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const invoiceWords = useInvoiceWords(items.flatMap((item) => rows[item.index] ?? []));

  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - nearEnd) onNearEnd?.();
  }, [last, rows.length, onNearEnd]);

  useEffect(() => {
    const row = wantsFocus.current
      ? scroller.current?.querySelector<HTMLElement>(`tr[data-index="${active}"]`)
      : undefined;
    // On the first draw the rows are not there yet.
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  const open = useCallback(
    (eventId: string) =>
      onOpen(eventId, {
        order: rows.map((row) => row.eventId),
        top: scroller.current?.scrollTop ?? 0,
        rowHeight,
      }),
    [onOpen, rows, rowHeight],
  );
  const { toggle, extendTo } = selection;
  const handlers = useMemo<RowHandlers>(
    () => ({
      toggle,
      extendTo,
      act: onAct,
      open,
      activate: (index) => setActiveId(rows[index]?.eventId),
    }),
    [toggle, extendTo, onAct, open, rows],
  );
  const moveTo = useCallback(
    (index: number) => {
      wantsFocus.current = true;
      setActiveId(rows[index]?.eventId);
      virtualizer.scrollToIndex(index);
    },
    [rows, virtualizer],
  );

  const onKeyDown = (event: React.KeyboardEvent) => {
    const target = event.target;
    if (!(target instanceof HTMLElement) || target.closest("tr[data-index]") === null) return;
    const row = rows[active];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2);
    const move = keyMove(event, { active, count: rows.length, page, isOnRow: target.tagName === "TR" });
    if (move === undefined || row === undefined) return;
    event.preventDefault();
    if (move.to !== undefined) {
      if (event.shiftKey && !selection.ids.has(row.eventId)) toggle(row.eventId);
      moveTo(move.to);
      const next = rows[move.to];
      if (event.shiftKey && next) extendTo(next.eventId);
    }
    if (move.does === "toggle") toggle(row.eventId);
    if (move.does === "all") selection.selectAll();
    if (move.does === "open") open(row.eventId);
    if (move.does === "retry") onAct(row.hasIncoming ? "merge" : "retry", row.eventId);
    if (move.does === "remove")
      onRemove(selection.ids.size > 0 ? selection.rows.map((each) => each.eventId) : [row.eventId]);
  };

  const width = columns.length + 2;
  let end = 0;
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys bubble from its focusable rows */}
      <table
        className={classNames(styles.table, isNarrow && styles.narrow)}
        aria-label="Visit charges"
        style={isNarrow ? {} : { minWidth: leastWidth(columns, 46 + 104) }}
        aria-rowcount={rowCountOf(props)}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col width={isNarrow ? 42 : 46} />
          {columns.map((column) => (
            <col key={column.id} {...columnWidth(column, isNarrow)} />
          ))}
          <col width={isNarrow ? 84 : 104} />
        </colgroup>
        <Head {...{ columns, search, onSort, selection, count: rows.length }} />
        <tbody>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const gap = item.start - end;
            end = item.end;
            return (
              <Fragment key={item.key}>
                {gap > 0 ? <Gap height={gap} width={width} /> : null}
                <VisitsRow
                  row={row}
                  index={item.index}
                  columns={columns}
                  isActive={item.index === active}
                  isSelected={selection.ids.has(row.eventId)}
                  isNarrow={isNarrow}
                  now={now}
                  invoiceWords={invoiceWords.get(row.visitId)}
                  handlers={handlers}
                  parts={parts}
                  isMarked={changed?.has(row.visitId) === true}
                  measure={item.index === items[0]?.index ? measure : undefined}
                />
              </Fragment>
            );
          })}
          {virtualizer.getTotalSize() > end ? (
            <Gap height={virtualizer.getTotalSize() - end} width={width} />
          ) : null}
        </tbody>
      </table>
    </div>
  );
}

function rowCountOf({ rows, rowCount = rows.length }: VisitsTableProps): number {
  return rowCount < 0 ? -1 : Math.max(rowCount, rows.length) + 1;
}

function columnWidth({ id, width }: Column, isNarrow: boolean) {
  if (isNarrow) return id === "visit" ? {} : { width: 92 };
  return width === undefined ? {} : { width };
}

function Gap({ height, width }: { height: number; width: number }) {
  return (
    <tr className={styles.gap} aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty on purpose: it stands for the rows out of sight */}
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}

interface HeadProps {
  readonly columns: readonly Column[];
  readonly search: SortedBy;
  readonly onSort: VisitsTableProps["onSort"];
  readonly selection: Selection;
  readonly count: number;
}

function Head({ columns, search, onSort, selection, count }: HeadProps) {
  const isAll = count > 0 && selection.ids.size === count;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <input
            type="checkbox"
            aria-label="Select all that match"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = !isAll && selection.ids.size > 0;
            }}
            onChange={() => (isAll ? selection.clear() : selection.selectAll())}
          />
        </th>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} search={search} onSort={onSort} />
        ))}
        <th scope="col">
          <span className="visually-hidden">Action</span>
        </th>
      </tr>
    </thead>
  );
}

function HeadCell({ column, search, onSort }: Pick<HeadProps, "search" | "onSort"> & { column: Column }) {
  const { sort } = column;
  if (sort === undefined)
    return (
      <th scope="col" className={classNames(column.isNumber && styles.number)}>
        {column.title}
      </th>
    );
  const isSorted = search.sort === sort;
  const direction = search.isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      className={classNames(column.isNumber && styles.number)}
      {...(isSorted ? { "aria-sort": direction } : {})}
    >
      <button
        type="button"
        className={classNames(styles.sort, isSorted && styles.sorted)}
        onClick={() => onSort({ sort, isDescending: nextDirection(search, sort) })}
      >
        {column.title}
        {isSorted ? search.isDescending ? <ChevronDownIcon size={12} /> : <ChevronUpIcon size={12} /> : null}
      </button>
    </th>
  );
}

function nextDirection(search: SortedBy, sort: SortKey): boolean {
  return search.sort === sort ? !search.isDescending : isDownByDefault(sort);
}
