import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { classNames } from "#room/ui/class-names.ts";
import { ChevronDownIcon, ChevronUpIcon } from "#room/ui/icons.tsx";
import type { VisitSummary } from "#room/workspace/visit-record.ts";
import type { Column } from "./columns.ts";
import { keyMove } from "./key-move.ts";
import { useNarrow } from "./use-narrow.ts";
import { useRowHeight } from "./use-row-height.ts";
import { useInvoiceWords } from "./use-invoice-words.ts";
import type { Selection } from "./use-selection.ts";
import type { RowAction, RowHandlers } from "./visits-row-props.ts";
import { VisitsRow } from "./visits-row.tsx";
import type { SortKey, VisitsSearch } from "./visits-search.ts";
import { isDownByDefault } from "./visits-search.ts";
import styles from "./visits-table.module.css";

export interface VisitsTableProps {
  readonly rows: readonly VisitSummary[];
  readonly columns: readonly Column[];
  readonly search: VisitsSearch;
  readonly selection: Selection;
  readonly now: number;
  readonly onSort: (part: Pick<VisitsSearch, "sort" | "isDescending">) => void;
  readonly onAct: (action: RowAction, eventId: string) => void;
  readonly onOpen: (eventId: string) => void;
  readonly onRemove: (eventIds: readonly string[]) => void;
}

/** On a narrow table the reason stands under the visit, and only what fits stays. */
const narrowColumns: ReadonlySet<string> = new Set(["visit", "amount"]);

/** The events of the queue. Only the rows in sight are in the document; arrows, Space, Enter and R work on the active one. */
export function VisitsTable(props: VisitsTableProps) {
  const { rows, search, selection, now, onSort, onAct, onOpen, onRemove } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(scroller);
  const columns = useMemo(
    () => (isNarrow ? props.columns.filter((column) => narrowColumns.has(column.id)) : props.columns),
    [isNarrow, props.columns],
  );
  const [activeId, setActiveId] = useState<string>();
  const wantsFocus = useRef(false);
  const [rowHeight, measure] = useRowHeight();
  const found = rows.findIndex((row) => row.eventId === activeId);
  const active = found === -1 ? 0 : found;

  // oxlint-disable-next-line react/incompatible-library -- nothing that it gives is handed to a memoized part
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.eventId ?? index,
    overscan: 8,
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

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current
      ?.querySelector<HTMLElement>(`tr[data-index="${active}"]`)
      ?.focus({ preventScroll: true });
  });

  const { toggle, extendTo } = selection;
  const handlers = useMemo<RowHandlers>(
    () => ({
      toggle,
      extendTo,
      act: onAct,
      open: onOpen,
      activate: (index) => setActiveId(rows[index]?.eventId),
    }),
    [toggle, extendTo, onAct, onOpen, rows],
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
    if (move.does === "open") onOpen(row.eventId);
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
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col width={isNarrow ? 42 : 56} />
          {columns.map((column) => (
            <col key={column.id} {...columnWidth(column, isNarrow)} />
          ))}
          <col width={isNarrow ? 84 : 112} />
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
  readonly search: VisitsSearch;
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

function nextDirection(search: VisitsSearch, sort: SortKey): boolean {
  return search.sort === sort ? !search.isDescending : isDownByDefault(sort);
}
