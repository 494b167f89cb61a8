import type { CellAddress } from "./grid-types.ts";

/** `select`: the cell as a whole; typing replaces it. `enter`: what is typed replaces it. `edit`: the caret is in its text. */
export type CellMode = "select" | "enter" | "edit";

/** The cells of a grid by their rows and columns, in their order. */
export interface GridShape {
  readonly rowIds: readonly string[];
  readonly members: readonly string[];
}

/** Where somebody is in a grid and what they have selected. */
export interface Selection {
  /** The cell with the focus: typing goes there, and a range begins there. */
  readonly active: CellAddress | undefined;
  /** The other corner of the range; the same cell when one is selected. */
  readonly head: CellAddress | undefined;
  /** Rows that are selected as wholes. */
  readonly rows: ReadonlySet<string> | undefined;
  readonly mode: CellMode;
}

export type SelectionStep =
  /** The focus came into a cell. */
  | { readonly kind: "at"; readonly cell: CellAddress }
  /** The focus left the grid. */
  | { readonly kind: "leave" }
  | { readonly kind: "move" | "extend"; readonly rows: number; readonly columns: number }
  | { readonly kind: "extend-to"; readonly cell: CellAddress }
  /** A row's number was pressed. */
  | { readonly kind: "row"; readonly rowId: string; readonly how: "only" | "toggle" | "extend" }
  | { readonly kind: "whole-rows" | "all" | "one-cell" }
  | { readonly kind: "typed" | "edit" | "settle" };
