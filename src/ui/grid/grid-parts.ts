import type { RefObject } from "react";
import type { CellAddress, GridColumn, GridSource } from "./grid-types.ts";
import type { GridSelection } from "./use-grid-selection.ts";

/** What the parts of a grid share. */
export interface GridParts {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly rowIds: readonly string[];
  readonly columns: readonly GridColumn[];
  readonly source: GridSource;
  readonly selection: GridSelection;
  readonly focusCell: (cell: CellAddress) => void;
  /** Brings a cell into sight and leaves the focus where it is. */
  readonly showCell: (cell: CellAddress) => void;
}

/** The cell that an element is, by its row's id and its column. */
export function cellOf(target: EventTarget | null, columns: readonly GridColumn[]): CellAddress | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const rowId = target.dataset["row"];
  const column = columns.find(({ member, Show }) => !Show && target.name.endsWith(`.${member}`));
  return rowId !== undefined && column ? { rowId, member: column.member } : undefined;
}

/** The columns that are edited, as they stand. */
export function editedColumns(columns: readonly GridColumn[]): readonly GridColumn[] {
  return columns.filter(({ Show, isTucked }) => !Show && !isTucked);
}
