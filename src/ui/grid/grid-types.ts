import type { ComponentType } from "react";

/** One column of an editable grid. Its cells are inputs, named by the list's path, the row and the member. */
export interface GridColumn {
  /** The path within the row: `cpt`, `charge.amount`. Any unique word for a column that only shows something. */
  readonly member: string;
  readonly title: string;
  /** The accessible name of the cell, when it differs from the title. */
  readonly spoken?: string;
  /** Pixels; the growing column, or else the last, takes the remaining width. */
  readonly width: number;
  readonly grows?: boolean;
  readonly look?: "number" | "code" | "faint" | "letters";
  readonly isFlag?: boolean;
  /** A line is incomplete without it: Enter goes from one of these to the next empty one. */
  readonly isEntry?: boolean;
  /** Rarely used: shown when chosen, when it has an issue, or once it was visited. */
  readonly isHiddenByDefault?: boolean;
  /** Rare and currently hidden. Its fields exist under their names, and show the column when visited. */
  readonly isCollapsed?: boolean;
  readonly isPinned?: boolean;
  /** Shows something read-only instead of an input. */
  readonly Show?: ComponentType<{ readonly rowId: string; readonly index: number }>;
}

export interface CellMark {
  readonly severity: "block" | "warn" | "note";
  readonly message: string;
}
export type CellMarks = Readonly<Record<string, CellMark>>;

export interface GridSource {
  /** The cell's input is on the page, until the returned function is called: its text may be written into it. */
  hold(input: HTMLInputElement, cell: CellAddress): () => void;
  text(rowId: string, member: string): string;
  shown(rowId: string, member: string): string;
  /** A cell's text as it is copied for other programs: a spreadsheet must not run it as a formula. */
  forSpreadsheet(text: string): string;
  /** The line needs nothing in this entry cell: Enter passes it. */
  mayStayEmpty(rowId: string, member: string): boolean;
  /** Reverts what was typed in a cell since it was entered. */
  takeBack(rowId: string, member: string, text: string): void;
  /** Writes one text into all these cells, as one undo step. */
  writeAll(
    cells: { readonly rowIds: readonly string[]; readonly members: readonly string[] },
    text: string,
  ): void;
  /** Commits what is being typed, as if the cell were left. */
  settle(): void;
  /** The row was added and still has only its defaults. */
  isBlank(rowId: string): boolean;
  subscribeMarks(listener: () => void): () => void;
  marksOf(rowId: string): CellMarks;
  insert(at: number): string;
  remove(rowIds: readonly string[]): void;
  duplicate(rowIds: readonly string[]): readonly string[];
  moveTo(rowIds: readonly string[], to: number): void;
  fillDown(rowIds: readonly string[], members: readonly string[]): void;
  /** A text of several cells was pasted, or the cells of a grid of ours; `members` are the columns from that cell on. */
  paste(at: CellAddress, pasted: string | readonly (readonly string[])[], members: readonly string[]): void;
}

export interface CellAddress {
  readonly rowId: string;
  readonly member: string;
}

export interface GridHandle {
  focusCell(cell: CellAddress): void;
}
