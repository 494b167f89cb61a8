import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type Ref,
  useLayoutEffect,
  type RefObject,
  type CSSProperties,
} from "react";
import { flushSync } from "react-dom";
import { classNames } from "#room/ui/class-names.ts";
import { cellOf, editedColumns, type GridParts } from "./grid-parts.ts";
import { isInSight, headHeight, layoutOf, mountedRows, pinsOf, rowHeightNow } from "./grid-layout.ts";
import type { GridColumn, CellAddress, GridHandle, GridSource } from "./grid-types.ts";
import styles from "./grid.module.css";
import { GridRow } from "./grid-row.tsx";
import { makeReachable } from "#room/ui/use-reachable-scrollers.ts";
import { useGridClipboard } from "./use-grid-clipboard.ts";
import { useGridDrag } from "./use-grid-drag.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useGridPointer } from "./use-grid-pointer.ts";
import { useGridSelection } from "./use-grid-selection.ts";

interface GridHeadProps {
  readonly columns: readonly GridColumn[];
  readonly pins: Readonly<Record<string, CSSProperties>>;
}

/** The column titles, for display only: each field has its own accessible name. */
function GridHead({ columns, pins }: GridHeadProps) {
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

/**
 * Tells the style sheet how a grid stands sideways: `data-sideways` once it is scrolled, for its pinned columns, and
 * `data-more` while columns are out of sight at its end, which then fades out.
 */
function useSideways(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = box;
      box.toggleAttribute("data-sideways", scrollLeft !== 0);
      box.toggleAttribute("data-more", Math.abs(scrollLeft) + clientWidth < scrollWidth - 2);
    };
    const watch = new ResizeObserver(look);
    watch.observe(box);
    // As wide as all columns together.
    if (box.firstElementChild) watch.observe(box.firstElementChild);
    box.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      watch.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [frame]);
}

interface KeptRow extends Pick<GridParts, "frame" | "rowIds" | "focusCell" | "selection"> {
  readonly focusedRow: string | undefined;
}

/** When the focused row is removed, by whatever means, the focus moves to the row in its place. */
function useKeptRow({ frame, rowIds, focusedRow, focusCell, selection }: KeptRow): void {
  const place = useRef(-1);
  useLayoutEffect(() => {
    const before = place.current;
    place.current = focusedRow === undefined ? -1 : rowIds.indexOf(focusedRow);
    const isGone = place.current < 0 && before >= 0;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    const next = rowIds[Math.min(before, rowIds.length - 1)];
    const { active } = selection.now();
    if (isGone && isFree && frame.current && next !== undefined && active)
      focusCell({ rowId: next, member: active.member });
  });
}

export interface EditableGridProps {
  /** The list's path in the event: the prefix of its fields' names. */
  readonly path: string;
  /** What a row is called: "charge". */
  readonly rowWord: string;
  readonly rowIds: readonly string[];
  readonly columns: readonly GridColumn[];
  readonly source: GridSource;
  /** The label of a row by its index: "3", "C". */
  readonly nameOf: (index: number) => string;
  readonly maxRows: number;
  /** A hidden column got the focus. */
  readonly onReveal?: ((member: string) => void) | undefined;
  readonly ref?: Ref<GridHandle>;
}

const nothing: readonly string[] = [];

/** Returns the same array while its items are the same. */
function useStable(list: readonly string[]): readonly string[] {
  const text = list.join(" ");
  // The text contains its members.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => list, [text]);
}

/** A grid edited like a spreadsheet. Only visible rows are mounted; rows are identified by id, field names by index. */
export function EditableGrid(props: EditableGridProps) {
  const { path, rowWord, rowIds, columns, source, nameOf, maxRows, onReveal, ref } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [focusedRow, setFocusedRow] = useState<string>();
  const [rowHeight] = useState(rowHeightNow);
  const members = useMemo(() => editedColumns(columns).map(({ member }) => member), [columns]);
  const selection = useGridSelection({ rowIds, members });
  const focusedIndex = focusedRow === undefined ? -1 : rowIds.indexOf(focusedRow);
  const height = Math.min(rowIds.length, maxRows) * rowHeight;
  const [topRow, setTopRow] = useState(0);
  const mounted = mountedRows({ topRow, shown: maxRows, count: rowIds.length, focused: focusedIndex });
  const focusCell = useCallback<GridHandle["focusCell"]>(({ rowId, member }) => {
    flushSync(() => setFocusedRow(rowId));
    const cells =
      frame.current?.querySelectorAll<HTMLInputElement>(`input[data-row="${CSS.escape(rowId)}"]`) ?? [];
    const cell = [...cells].find((input) => input.name.endsWith(`.${member}`)) ?? cells[0];
    cell?.focus();
  }, []);
  const showCell = ({ rowId, member }: CellAddress) => {
    const top = rowIds.indexOf(rowId) * rowHeight;
    const box = frame.current;
    if (!box) return;
    const sight = box.clientHeight - headHeight - rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top > box.scrollTop + sight) box.scrollTop = top - sight;
    // All rows have the same columns, so any mounted row tells a column's position.
    box
      .querySelector<HTMLElement>(`input[name$="${CSS.escape(`.${member}`)}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  useImperativeHandle(ref, () => ({ focusCell }), [focusCell]);
  const parts = { frame, rowIds, columns, source, selection, focusCell, showCell };
  const { edit, ...keys } = useGridKeys(parts);
  const pointer = useGridPointer(parts, edit);
  useKeptRow({ frame, rowIds, focusedRow, focusCell, selection });
  const clipboard = useGridClipboard(parts);
  const drag = useGridDrag(parts);
  const { drawn } = selection;
  const selected = {
    rows: new Set(drawn?.rowIds),
    members: useStable(drawn?.members ?? nothing),
    isWhole: drawn?.isWhole ?? false,
  };
  // Rendered while its fields are disabled; see use-reachable-scrollers.ts.
  useEffect(() => {
    if (frame.current?.matches("fieldset:disabled *")) makeReachable(frame.current, true);
  }, []);
  useSideways(frame);
  const layout = useMemo(() => layoutOf(columns), [columns]);
  const pins = useMemo(() => pinsOf(columns), [columns]);
  return (
    // The keys belong to the inputs inside; the frame listens for all of them.
    <div
      ref={frame}
      className={styles.frame}
      data-scroller={`${rowWord} table`}
      style={{ ...layout, maxHeight: height + headHeight + 18 }}
      {...keys}
      {...clipboard}
      {...pointer}
      {...drag}
      onScroll={({ currentTarget }) => {
        const top = Math.floor(currentTarget.scrollTop / rowHeight);
        // Before the browser paints, or the rows that come into sight would be blank for a frame.
        if (top !== topRow) flushSync(() => setTopRow(top));
      }}
      onFocusCapture={(event) => {
        keys.onFocusCapture(event);
        const row = event.target.closest<HTMLElement>("[data-row]")?.dataset["row"];
        if (row !== undefined && row !== focusedRow) setFocusedRow(row);
        const cell = cellOf(event.target, columns);
        const column = columns.find(({ member }) => member === cell?.member);
        if (column?.isCollapsed) onReveal?.(column.member);
      }}
    >
      <GridHead columns={columns} pins={pins} />
      <div className={styles.body} style={{ height: rowIds.length * rowHeight }}>
        {mounted.map((index) => {
          const rowId = rowIds[index];
          return rowId === undefined ? null : (
            <GridRow
              key={rowId}
              {...{ rowId, index, path, rowWord, columns, pins, source }}
              name={nameOf(index)}
              top={index * rowHeight}
              isSelected={selected.isWhole && selected.rows.has(rowId)}
              picked={selected.rows.has(rowId) ? selected.members : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}
