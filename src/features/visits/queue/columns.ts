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

/** Hidden in this order when there is no room, unless the user chose the columns. */
const firstToGo: readonly ColumnId[] = ["attempt", "lines"];

/** Wide enough to read the issue next to the other columns. */
const issueWidth = 208;

/** The columns to show, in order. */
export interface ColumnChoice {
  readonly wide: readonly Column[];
  /** Those that go first when there is no room. */
  readonly firstToGo: readonly ColumnId[];
}

/**
 * A preference that is not a list of columns is ignored. The user's choice always stays; the table then scrolls
 * horizontally.
 */
export function columnsFor(preference: unknown, of = { columns, defaultColumns, firstToGo }): ColumnChoice {
  const isChosen = Array.isArray(preference);
  const chosen = new Set<unknown>(isChosen ? preference : of.defaultColumns);
  const wide = of.columns.filter(({ id, isFixed }) => isFixed === true || chosen.has(id));
  return { wide, firstToGo: isChosen ? [] : of.firstToGo };
}

/** Below this the columns do not fit side by side. CSS pixels, so zoom counts. */
const narrowBelow = 640;
/** The box before the columns and the action after them. */
const around = 46 + 104;

/** The table's layout in some width. */
export interface ShownColumns {
  readonly columns: readonly Column[];
  /** Rows are blocks. */
  readonly isNarrow: boolean;
}

/** The columns that fit side by side; 0 is a width not known yet. */
export function shownColumns({ wide, firstToGo }: ColumnChoice, width: number): ShownColumns {
  if (width > 0 && width < narrowBelow)
    return { columns: wide.filter(({ id }) => id === "visit" || id === "amount"), isNarrow: true };
  let columns = wide;
  for (const id of firstToGo)
    if (width > 0 && minWidth(columns) > width) columns = columns.filter((column) => column.id !== id);
  return { columns, isNarrow: false };
}

/** The table's minimum width. */
export function minWidth(shown: readonly Column[]): number {
  return shown.reduce((sum, { width }) => sum + (width ?? issueWidth), around);
}
