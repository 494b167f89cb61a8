import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import type { Column, ColumnChoice, ColumnId } from "#room/features/visits/queue/columns.ts";
import { columnsFor } from "#room/features/visits/queue/columns.ts";

export const clinicColumns: readonly Column[] = [
  { id: "state", title: "State", width: 116, isFixed: true },
  { id: "visit", title: "Visit", width: 82, isFixed: true },
  { id: "waiting", title: "Waiting", width: 84, sort: "age" },
  { id: "service", title: "Date of service", width: 108, sort: "service" },
  { id: "reason", title: "Issue", sort: "reason" },
  { id: "holder", title: "Who has it", width: 132 },
  { id: "notes", title: "Notes", width: 58, isNumber: true },
  { id: "practice", title: "Practice", width: 118 },
  { id: "payer", title: "Payer", width: 118 },
  { id: "provider", title: "Provider", width: 130 },
  { id: "lines", title: "Lines", width: 64, isNumber: true },
  { id: "amount", title: "Amount", width: 104, isNumber: true, sort: "amount", isFixed: true },
  { id: "updated", title: "Last event", width: 104, sort: "updated" },
  { id: "attempt", title: "Last attempt", width: 108 },
];

const defaultColumns: readonly ColumnId[] = [
  "state",
  "visit",
  "waiting",
  "service",
  "reason",
  "practice",
  "payer",
  "holder",
  "notes",
  "amount",
  "attempt",
];

const firstToGo: readonly ColumnId[] = ["attempt", "notes", "waiting", "practice", "payer", "service"];

/** Columns that say nothing where only one of a kind is used. */
const ofSeveral = ["practice", "payer"] as const;

/** The columns of the clinic's list, by the user's choice; by default only `used` ones of practice and payer. */
export function clinicColumnsFor(
  preference: unknown,
  used: ReadonlySet<(typeof ofSeveral)[number]>,
): ColumnChoice {
  const left = ofSeveral.filter((kind) => !used.has(kind));
  const shown = defaultColumns.filter((id) => !left.some((kind) => kind === id));
  return columnsFor(preference, { columns: clinicColumns, defaultColumns: shown, firstToGo });
}

/** Of which kinds the directory has several. */
export function usedOf({ entries }: Pick<DirectoryIndex, "entries">) {
  return new Set(
    ofSeveral.filter(
      (kind) => entries.filter((entry) => entry.kind === kind && !entry.mergedInto).length > 1,
    ),
  );
}
