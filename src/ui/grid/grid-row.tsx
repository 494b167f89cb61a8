import { memo, useMemo, useSyncExternalStore, type CSSProperties, type ReactNode } from "react";
import { classNames } from "#room/ui/class-names.ts";
import type { CellMark, GridColumn, GridSource } from "./grid-types.ts";
import styles from "./grid.module.css";

export interface GridRowProps {
  readonly rowId: string;
  readonly index: number;
  readonly top: number;
  readonly path: string;
  readonly rowWord: string;
  readonly name: string;
  readonly columns: readonly GridColumn[];
  /** The positions of pinned columns, by member. */
  readonly pins: Readonly<Record<string, CSSProperties>>;
  readonly isSelected: boolean;
  readonly picked: readonly string[] | undefined;
  readonly source: GridSource;
}

function cellClass(row: GridRowProps, column: GridColumn, mark: CellMark | undefined): string {
  return classNames(
    styles.cell,
    column.isCollapsed && styles.collapsed,
    row.picked?.includes(column.member) && styles.picked,
    column.look && styles[column.look],
    column.isPinned && styles.pinned,
    mark?.severity === "block" && styles.block,
    mark?.severity === "warn" && styles.warn,
  );
}

/** A cell: an input, or what its column shows. */
function drawCell(row: GridRowProps, column: GridColumn, mark: CellMark | undefined): ReactNode {
  const { rowId, index, path, rowWord, name, pins, source } = row;
  const { member, Show } = column;
  if (Show) return <Show key={member} rowId={rowId} index={index} />;
  const text = source.shown(rowId, member);
  return (
    <input
      key={member}
      ref={(input) => (input ? source.hold(input, { rowId, member }) : undefined)}
      name={`${path}.${index}.${member}`}
      data-row={rowId}
      className={cellClass(row, column, mark)}
      tabIndex={column.isCollapsed ? -1 : undefined}
      style={pins[member]}
      aria-label={`${column.spoken ?? column.title}, ${rowWord} ${name}`}
      aria-invalid={mark?.severity === "block" || undefined}
      title={mark?.message}
      autoComplete="off"
      {...(column.isFlag
        ? { type: "checkbox", defaultChecked: text === "true" }
        : { defaultValue: text, spellCheck: false })}
    />
  );
}

/** One row: uncontrolled inputs side by side. Names contain the index, everything else uses the row's id. */
export const GridRow = memo(function GridRow(row: GridRowProps) {
  const { rowId, top, rowWord, name, columns, isSelected, source } = row;
  const marks = useSyncExternalStore(source.subscribeMarks, () => source.marksOf(rowId));
  // Marks change while the user types; the other inputs of the row are not rendered again for that. (The props stay the
  // same object while only marks change.)
  const unmarked = useMemo(() => row.columns.map((column) => drawCell(row, column, undefined)), [row]);
  return (
    <div className={styles.row} data-gridrow={rowId} data-selected={isSelected || undefined} style={{ top }}>
      <span className={styles.lead} data-lead="" draggable title="Drag to move, click to select">
        {name}
      </span>
      <button
        type="button"
        className={styles.remove}
        tabIndex={-1}
        data-remove=""
        aria-label={`Remove ${rowWord} ${name}`}
        title={`Remove ${rowWord} ${name} (Ctrl Shift Backspace)`}
      >
        ×
      </button>
      {columns.map((column, at) => {
        const mark = marks[column.member];
        return mark ? drawCell(row, column, mark) : unmarked[at];
      })}
    </div>
  );
});
