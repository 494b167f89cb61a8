import type { SortKey } from "./visits-search.ts";

export type ColumnId =
  | "state"
  | "visit"
  | "reason"
  | "practice"
  | "lines"
  | "amount"
  | "source"
  | "tries"
  | "updated"
  | "attempt";

export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** A width that stays; the column without one takes what is left. */
  readonly width?: number;
  readonly isNumber?: boolean;
  readonly sort?: SortKey;
  /** Cannot be hidden. */
  readonly isFixed?: boolean;
}

export const columns: readonly Column[] = [
  { id: "state", title: "State", width: 124, sort: "need", isFixed: true },
  { id: "visit", title: "Visit", width: 116, sort: "visit", isFixed: true },
  { id: "reason", title: "What stands in the way", sort: "reason" },
  { id: "practice", title: "Practice", width: 116 },
  { id: "source", title: "From", width: 150 },
  { id: "lines", title: "Lines", width: 64, isNumber: true, sort: "lines" },
  { id: "amount", title: "Amount", width: 116, isNumber: true, sort: "amount", isFixed: true },
  { id: "tries", title: "Attempts", width: 80, isNumber: true },
  { id: "updated", title: "Changed", width: 104, sort: "updated" },
  { id: "attempt", title: "Last attempt", width: 112, sort: "attempt" },
];

export const defaultColumns: readonly ColumnId[] = ["state", "visit", "reason", "lines", "amount", "attempt"];

/** The columns that are shown, in their order; a preference that is no list of columns counts as not set. */
export function shownColumns(preference: unknown): readonly Column[] {
  const chosen = Array.isArray(preference) ? new Set<unknown>(preference) : new Set<unknown>(defaultColumns);
  return columns.filter((column) => column.isFixed === true || chosen.has(column.id));
}
