import { useVirtualizer, type Range } from "@tanstack/react-virtual";
import {
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type Ref,
} from "react";
import { flushSync } from "react-dom";
import { classNames } from "#room/ui/class-names.ts";
import { GridRow } from "./grid-row.tsx";
import type { GridColumn, GridHandle, GridSource } from "./grid-types.ts";
import styles from "./grid.module.css";
import { useGridClipboard } from "./use-grid-clipboard.ts";
import { useGridDrag } from "./use-grid-drag.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useRowSelection } from "./use-row-selection.ts";

export interface EditableGridProps {
  /** Where the list stands in the event: the beginning of its fields' names. */
  readonly path: string;
  /** "charge": what a row is called. */
  readonly rowWord: string;
  readonly rowIds: readonly string[];
  readonly columns: readonly GridColumn[];
  readonly source: GridSource;
  /** "3", "C": what a row is called by its place. */
  readonly nameOf: (index: number) => string;
  /** More rows than this scroll inside the grid. */
  readonly maxRows: number;
  readonly ref?: Ref<GridHandle>;
}

const leadWidth = 40;
const removeWidth = 32;
const headHeight = 29;

function rowHeightNow(): number {
  return (
    Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--cell-height"), 10) || 32
  );
}

/** The indexes to mount: those in sight, and the row with the focus wherever it is. */
function withFocused(range: Range, focused: number): number[] {
  const first = Math.max(0, range.startIndex - range.overscan);
  const last = Math.min(range.count - 1, range.endIndex + range.overscan);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (focused < 0 || focused >= range.count || (focused >= first && focused <= last)) return indexes;
  return focused < first ? [focused, ...indexes] : [...indexes, focused];
}

/** A grid that is edited as a spreadsheet. Only rows in sight are mounted; rows go by id, names by index. */
export function EditableGrid(props: EditableGridProps) {
  const { path, rowWord, rowIds, columns, source, nameOf, maxRows, ref } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [focusedRow, setFocusedRow] = useState<string>();
  const [rowHeight] = useState(rowHeightNow);
  const selection = useRowSelection(rowIds);
  const focusedIndex = focusedRow === undefined ? -1 : rowIds.indexOf(focusedRow);
  const height = Math.min(rowIds.length, maxRows) * rowHeight;
  // The rule warns of memoised readers of the virtualizer; its items are read here, at each render.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rowIds.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    overscan: 1,
    initialRect: { width: 1000, height: height + headHeight },
    rangeExtractor: useCallback((range: Range) => withFocused(range, focusedIndex), [focusedIndex]),
  });
  const focusCell = useCallback<GridHandle["focusCell"]>(({ rowId, member }) => {
    flushSync(() => setFocusedRow(rowId));
    const cells =
      frame.current?.querySelectorAll<HTMLInputElement>(`input[data-row="${CSS.escape(rowId)}"]`) ?? [];
    const cell = [...cells].find((input) => input.name.endsWith(`.${member}`)) ?? cells[0];
    cell?.focus();
    if (cell?.type === "text") cell.select();
  }, []);
  useImperativeHandle(ref, () => ({ focusCell }), [focusCell]);
  const parts = { frame, rowIds, columns, source, selection, focusCell };
  const keys = useGridKeys(parts);
  const clipboard = useGridClipboard(parts);
  const drag = useGridDrag(parts);
  const layout = useMemo(() => layoutOf(columns), [columns]);
  const pins = useMemo(() => pinsOf(columns), [columns]);
  return (
    // The keys are those of the inputs inside; the frame listens for all of them at once.
    <div
      ref={frame}
      className={styles.frame}
      style={{ ...layout, maxHeight: height + headHeight + 18 }}
      {...keys}
      {...clipboard}
      {...drag}
      onScroll={({ currentTarget }) =>
        currentTarget.toggleAttribute("data-sideways", currentTarget.scrollLeft !== 0)
      }
      onFocusCapture={(event) => {
        keys.onFocusCapture(event);
        const row = event.target.closest<HTMLElement>("[data-row]")?.dataset["row"];
        if (row !== undefined && row !== focusedRow) setFocusedRow(row);
      }}
    >
      <div className={styles.head} aria-hidden="true">
        <span className={classNames(styles.title, styles.pinned)} style={{ "--pin": "0px" } as object} />
        {columns.map((column) => (
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
      <div className={styles.body} style={{ height: rowIds.length * rowHeight }}>
        {virtualizer.getVirtualItems().map(({ index }) => {
          const rowId = rowIds[index];
          return rowId === undefined ? null : (
            <GridRow
              key={rowId}
              {...{ rowId, index, path, rowWord, columns, pins, source }}
              name={nameOf(index)}
              top={index * rowHeight}
              isSelected={selection.ids.has(rowId)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Where each pinned column stays: behind those before it. The first one's place is the style sheet's. */
function pinsOf(columns: readonly GridColumn[]): Readonly<Record<string, CSSProperties>> {
  const pins: Record<string, CSSProperties> = {};
  let start = leadWidth;
  for (const { member, width, isPinned } of columns) {
    if (!isPinned) break;
    if (start > leadWidth) pins[member] = { insetInlineStart: start };
    start += width;
  }
  return pins;
}

function layoutOf(columns: readonly GridColumn[]): object {
  const widths = columns.map(({ width }) => width);
  const growing = columns.findIndex(({ grows }) => grows);
  const wide = growing < 0 ? columns.length - 1 : growing;
  const tracks = widths.map((width, at) => (at === wide ? `minmax(${width}px, 1fr)` : `${width}px`));
  const pinned = columns.filter(({ isPinned }) => isPinned);
  return {
    "--columns": `${leadWidth}px ${tracks.join(" ")} ${removeWidth}px`,
    "--width": `${leadWidth + removeWidth + widths.reduce((sum, width) => sum + width, 0)}px`,
    "--pin": `${leadWidth}px`,
    // A cell that takes the focus comes out from behind the pinned ones.
    scrollPaddingInlineStart: pinned.reduce((sum, { width }) => sum + width, leadWidth),
  };
}
