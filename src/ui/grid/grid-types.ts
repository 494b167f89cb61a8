import type { ComponentType } from "react";

/** One column of an editable grid. Its cells are plain inputs, named by the list's path, the row and the member. */
export interface GridColumn {
  /** The path from the row: `cpt`, `charge.amount`. For a column that only shows something, any word. */
  readonly member: string;
  readonly title: string;
  /** How a screen reader names the cell, where that is not the title. */
  readonly spoken?: string;
  /** Pixels; the column that grows, or else the last, takes what is left. */
  readonly width: number;
  readonly grows?: boolean;
  readonly look?: "number" | "code" | "faint" | "letters";
  readonly isFlag?: boolean;
  /** A line is not complete without it: Enter goes from one of these to the next that is empty. */
  readonly isEntry?: boolean;
  /** Seldom wanted: it shows when it is chosen, when a fault stands in it, or once it was gone to. */
  readonly isRare?: boolean;
  /** Rare and not shown now. Its fields are there for whoever knows their names, and bring it into sight when gone to. */
  readonly isTucked?: boolean;
  /** Stays in sight while the others scroll sideways. */
  readonly isPinned?: boolean;
  /** The id of a datalist with suggestions. */
  readonly suggestions?: string;
  /** Shows something that is not edited, instead of an input. */
  readonly Show?: ComponentType<{ readonly rowId: string; readonly index: number }>;
}

export interface CellMark {
  readonly severity: "block" | "warn" | "note";
  readonly message: string;
}
export type CellMarks = Readonly<Record<string, CellMark>>;

/** What the grid asks of whoever holds the rows. */
export interface GridSource {
  text(rowId: string, member: string): string;
  /** What the cell shows of its text. */
  shown(rowId: string, member: string): string;
  /** What is left empty in the line need not be typed: Enter goes on to the next line. */
  isDone(rowId: string): boolean;
  /** Takes back what was typed in a cell since it was come to. */
  takeBack(rowId: string, member: string, text: string): void;
  /** Writes one text into all these cells, as one step. */
  writeAll(
    cells: { readonly rowIds: readonly string[]; readonly members: readonly string[] },
    text: string,
  ): void;
  /** Ends what is being typed, as if its cell were left. */
  settle(): void;
  /** The row was added and holds nothing but what it began with. */
  isBlank(rowId: string): boolean;
  /** The cell holds what the row began with, and nobody typed it. */
  isFilled(rowId: string, member: string): boolean;
  subscribeMarks(listener: () => void): () => void;
  marksOf(rowId: string): CellMarks;
  /** Puts an empty row in and gives its id. */
  insert(at: number): string;
  remove(rowIds: readonly string[]): void;
  duplicate(rowIds: readonly string[]): readonly string[];
  moveTo(rowIds: readonly string[], to: number): void;
  fillDown(rowIds: readonly string[], members: readonly string[]): void;
  /** A text of several cells was pasted; the columns are those that stand in the grid, from the cell on. */
  paste(at: CellAddress, text: string, members: readonly string[]): void;
}

export interface CellAddress {
  readonly rowId: string;
  readonly member: string;
}

/** What a page can ask of a grid from outside. */
export interface GridHandle {
  /** Brings the cell into sight, however far off, and moves the focus into it. */
  focusCell(cell: CellAddress): void;
}
