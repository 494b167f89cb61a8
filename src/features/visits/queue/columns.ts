import type { SortKey } from "./visits-search.ts";

export type ColumnId =
  | "state"
  | "visit"
  | "service"
  | "reason"
  | "practice"
  | "lines"
  | "amount"
  | "source"
  | "tries"
  | "updated"
  | "attempt"
  /** Only in the clinic's list. */
  | "waiting"
  | "holder"
  | "notes"
  | "payer"
  | "provider";

export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** A fixed width; the column without one takes the rest. */
  readonly width?: number;
  readonly isNumber?: boolean;
  readonly sort?: SortKey;
  /** Cannot be hidden. */
  readonly isFixed?: boolean;
}

export const columns: readonly Column[] = [
  { id: "state", title: "State", width: 172, isFixed: true },
  { id: "visit", title: "Visit", width: 82, sort: "visit", isFixed: true },
  { id: "service", title: "Date of service", width: 104, sort: "service" },
  { id: "reason", title: "Issue", sort: "reason" },
  { id: "practice", title: "Practice", width: 130 },
  { id: "source", title: "Source", width: 150 },
  { id: "lines", title: "Lines", width: 64, isNumber: true, sort: "lines" },
  { id: "amount", title: "Amount", width: 96, isNumber: true, sort: "amount", isFixed: true },
  { id: "tries", title: "Attempts", width: 80, isNumber: true },
  { id: "updated", title: "Changed", width: 104, sort: "updated" },
  { id: "attempt", title: "Last attempt", width: 112, sort: "attempt" },
];

const defaultColumns: readonly ColumnId[] = [
  "state",
  "visit",
  "service",
  "reason",
  "lines",
  "amount",
  "attempt",
];

/** Hidden first when there is no room, unless the user chose the columns. */
const firstToGo: ReadonlySet<string> = new Set<ColumnId>(["lines", "attempt"]);

/** Wide enough to read the issue next to the other columns. */
const issueWidth = 208;

/** The visible columns, in order, for the available width. */
export interface ColumnChoice {
  readonly wide: readonly Column[];
  readonly medium: readonly Column[];
  readonly narrow: readonly Column[];
}

/**
 * A preference that is not a list of columns is ignored. The user's choice always stays; the table then scrolls
 * horizontally.
 */
export function columnsFor(preference: unknown, of = { columns, defaultColumns, firstToGo }): ColumnChoice {
  const isChosen = Array.isArray(preference);
  const chosen = new Set<unknown>(isChosen ? preference : of.defaultColumns);
  const wide = of.columns.filter(({ id, isFixed }) => isFixed === true || chosen.has(id));
  return {
    wide,
    medium: isChosen ? wide : wide.filter(({ id }) => !of.firstToGo.has(id)),
    narrow: wide.filter(({ id }) => id === "visit" || id === "amount"),
  };
}

/** The table's minimum width, including what is before and after the columns. */
export function minWidth(shown: readonly Column[], around: number): number {
  return shown.reduce((sum, { width }) => sum + (width ?? issueWidth), around);
}
