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

/** The selected cells. */
export interface CellRange extends GridShape {
  /** Rows were selected as such, not cells of them. */
  readonly isWhole: boolean;
}

export const nothingSelected: Selection = {
  active: undefined,
  head: undefined,
  rows: undefined,
  mode: "select",
};

function isSameCell(one: CellAddress | undefined, other: CellAddress | undefined): boolean {
  return one?.rowId === other?.rowId && one?.member === other?.member;
}

function between(list: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [list.indexOf(from), list.indexOf(to)];
  return a < 0 || b < 0
    ? list.filter((each) => each === from)
    : list.slice(Math.min(a, b), Math.max(a, b) + 1);
}

function stepped(cell: CellAddress, shape: GridShape, { rows, columns }: { rows: number; columns: number }) {
  const at = (list: readonly string[], now: string, by: number) =>
    list[Math.max(0, Math.min(list.length - 1, list.indexOf(now) + by))] ?? now;
  return { rowId: at(shape.rowIds, cell.rowId, rows), member: at(shape.members, cell.member, columns) };
}

function oneCell(cell: CellAddress): Selection {
  return { active: cell, head: cell, rows: undefined, mode: "select" };
}

function withRow(selection: Selection, shape: GridShape, step: SelectionStep & { kind: "row" }): Selection {
  const { active, rows } = selection;
  const cell = { rowId: step.rowId, member: active?.member ?? shape.members[0] ?? "" };
  const whole = { ...oneCell(cell), rows: new Set([step.rowId]) };
  if (step.how === "only" || !active) return whole;
  if (step.how === "extend")
    return {
      ...selection,
      head: cell,
      rows: new Set(between(shape.rowIds, active.rowId, step.rowId)),
      mode: "select",
    };
  const next = new Set(rows);
  if (!next.delete(step.rowId)) next.add(step.rowId);
  return next.size === 0 ? oneCell(cell) : { ...whole, rows: next };
}

function extended(selection: Selection, shape: GridShape, head: CellAddress): Selection {
  const { active, rows } = selection;
  if (!active) return oneCell(head);
  return {
    active,
    head,
    mode: "select",
    rows: rows && new Set(between(shape.rowIds, active.rowId, head.rowId)),
  };
}

/** What is selected after a step. The same object when nothing changes. */
export function stepSelection(selection: Selection, step: SelectionStep, shape: GridShape): Selection {
  const { active, head, mode } = selection;
  switch (step.kind) {
    case "at":
      return isSameCell(active, step.cell) ? selection : oneCell(step.cell);
    case "row":
      return withRow(selection, shape, step);
    case "extend-to":
      return extended(selection, shape, step.cell);
    default:
      break;
  }
  if (!active || !head) return selection;
  switch (step.kind) {
    case "move":
      return oneCell(stepped(active, shape, step));
    case "extend":
      return extended(selection, shape, stepped(head, shape, step));
    case "whole-rows":
      return { ...selection, rows: new Set(between(shape.rowIds, active.rowId, head.rowId)), mode: "select" };
    case "all":
      return { ...selection, rows: new Set(shape.rowIds), mode: "select" };
    case "one-cell":
    case "leave":
      return isSameCell(active, head) && !selection.rows && mode === "select" ? selection : oneCell(active);
    case "typed":
      return mode === "select" ? { ...oneCell(active), mode: "enter" } : selection;
    case "edit":
      return mode === "edit" ? selection : { ...oneCell(active), mode: "edit" };
    case "settle":
      return mode === "select" ? selection : { ...selection, mode: "select" };
  }
}

/** The selected cells that the grid still has. */
export function rangeOf({ active, head, rows }: Selection, shape: GridShape): CellRange {
  if (rows) {
    const { members } = shape;
    return { rowIds: shape.rowIds.filter((id) => rows.has(id)), members, isWhole: true };
  }
  if (!active || !head || !shape.rowIds.includes(active.rowId))
    return { rowIds: [], members: [], isWhole: false };
  const members = between(shape.members, active.member, head.member);
  return {
    rowIds: between(shape.rowIds, active.rowId, head.rowId),
    members: members.length === 0 ? [active.member] : members,
    isWhole: false,
  };
}

/** True when more than one cell is selected. */
export function isRange({ rowIds, members, isWhole }: CellRange): boolean {
  return isWhole || rowIds.length > 1 || members.length > 1;
}
