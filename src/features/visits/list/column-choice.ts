import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import { type Column, type ColumnId, columns } from "./columns.tsx";
import { clinicSorts, type ListKind, type SortKey, sortKeys } from "./list-names.ts";

export interface ShownColumn extends Column {
  readonly id: ColumnId;
}

interface ListColumns {
  /** Hidden unless the user chooses them. */
  readonly rare: readonly ColumnId[];
  /** Hidden in this order when there is no room, unless the user chose the columns. */
  readonly firstToGo: readonly ColumnId[];
  readonly sorts: readonly SortKey[];
  readonly own: Partial<Record<ColumnId, Partial<Column>>>;
}

const lists: Readonly<Record<ListKind, ListColumns>> = {
  clinic: {
    rare: ["provider", "lines", "updated"],
    firstToGo: ["attempt", "notes", "waiting", "practice", "payer", "service"],
    sorts: clinicSorts,
    own: {},
  },
  browser: {
    rare: ["practice", "payer", "provider", "source", "tries", "updated"],
    firstToGo: ["attempt", "lines"],
    sorts: sortKeys,
    own: { state: { width: 172 }, updated: { title: "Changed" } },
  },
};

/** The columns of a list, of which the user may hide those that are not fixed. */
export function columnsOf(kind: ListKind): readonly ShownColumn[] {
  const { sorts, own } = lists[kind];
  return keysOf(columns).flatMap((id) => {
    const { sort, only = kind, ...column } = { ...columns[id], ...own[id] };
    return only === kind ? [{ id, ...column, ...(sort && sorts.includes(sort) && { sort }) }] : [];
  });
}

export interface ColumnChoice {
  readonly wide: readonly ShownColumn[];
  /** Those that go first when there is no room. */
  readonly firstToGo: readonly ColumnId[];
}

/** Columns that say nothing where only one of a kind is used. */
const ofSeveral = ["practice", "payer"] as const;

/** Of which kinds the directory has only one, or none. */
export function unusedOf({ entries }: Pick<DirectoryIndex, "entries">): readonly ColumnId[] {
  return ofSeveral.filter(
    (kind) => entries.filter((entry) => entry.kind === kind && !entry.mergedInto).length <= 1,
  );
}

/**
 * By the user's choice, else all but the rare and the unused ones. A preference that is not a list of columns is
 * ignored. The user's choice always stays; the table then scrolls horizontally.
 */
export function columnsFor(
  kind: ListKind,
  preference: unknown,
  unused: readonly ColumnId[] = [],
): ColumnChoice {
  const { rare, firstToGo } = lists[kind];
  const isChosen = Array.isArray(preference);
  const chosen = new Set<unknown>(isChosen ? preference : []);
  const isShown = (id: ColumnId) => (isChosen ? chosen.has(id) : !rare.includes(id) && !unused.includes(id));
  const wide = columnsOf(kind).filter(({ id, isFixed }) => isFixed === true || isShown(id));
  return { wide, firstToGo: isChosen ? [] : firstToGo };
}

/** Wide enough to read the issue next to the other columns. */
const issueWidth = 208;
/** Below this the columns do not fit side by side. CSS pixels, so zoom counts. */
const narrowBelow = 640;
/** The box before the columns and the action after them. */
const around = 46 + 104;

export interface ShownColumns {
  readonly columns: readonly ShownColumn[];
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

/** A digit of a visit's name, and the most that its column takes, in CSS pixels. */
const digitWidth = 8;
const widestName = 232;

/** The columns with room for the longest name of a visit, which the clinic chooses. */
export function withRoomFor(choice: ColumnChoice, longest: number): ColumnChoice {
  const wanted = Math.min(16 + longest * digitWidth, widestName);
  const wide = choice.wide.map((column) =>
    column.id === "visit" && wanted > (column.width ?? 0) ? { ...column, width: wanted } : column,
  );
  return { ...choice, wide };
}

export function minWidth(shown: readonly ShownColumn[]): number {
  return shown.reduce((sum, { width }) => sum + (width ?? issueWidth), around);
}
