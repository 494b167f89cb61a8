import type { RefObject } from "react";
import type { CellAddress, GridColumn, GridSource } from "./grid-types.ts";
import type { GridSelection } from "./use-grid-selection.ts";

export interface GridParts {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly rowIds: readonly string[];
  readonly columns: readonly GridColumn[];
  readonly source: GridSource;
  readonly selection: GridSelection;
  readonly focusCell: (cell: CellAddress) => void;
  /** Scrolls a cell into view without moving the focus. */
  readonly showCell: (cell: CellAddress) => void;
}

/** The row id and column of a cell's element. */
export function cellOf(target: EventTarget | null, columns: readonly GridColumn[]): CellAddress | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const rowId = target.dataset["row"];
  const column = columns.find(({ member, Show }) => !Show && target.name.endsWith(`.${member}`));
  return rowId !== undefined && column ? { rowId, member: column.member } : undefined;
}

export function editedColumns(columns: readonly GridColumn[]): readonly GridColumn[] {
  return columns.filter(({ Show, isCollapsed }) => !Show && !isCollapsed);
}
