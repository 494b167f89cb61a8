import type { CellAddress } from "./grid-types.ts";

/**
 * `select`: the cell as a whole, which typing replaces. `enter`: a new entry is being typed. `edit`: the caret is in
 * its text.
 */
export type CellMode = "select" | "enter" | "edit";

export interface GridShape {
  readonly rowIds: readonly string[];
  readonly members: readonly string[];
}

export interface Selection {
  /** The focused cell: typing goes there, and a range starts there. */
  readonly active: CellAddress | undefined;
  /** The opposite corner of the range; the same cell when only one is selected. */
  readonly head: CellAddress | undefined;
  /** Rows selected as a whole. */
  readonly rows: ReadonlySet<string> | undefined;
  readonly mode: CellMode;
}

export type SelectionStep =
  | { readonly kind: "at"; readonly cell: CellAddress }
  | { readonly kind: "leave" }
  | { readonly kind: "move" | "extend"; readonly rows: number; readonly columns: number }
  | { readonly kind: "extend-to"; readonly cell: CellAddress }
  | { readonly kind: "row"; readonly rowId: string; readonly how: "only" | "toggle" | "extend" }
  | { readonly kind: "whole-rows" | "all" | "one-cell" }
  | { readonly kind: "typed" | "edit" | "settle" };
