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
  { id: "practice", title: "Practice", width: 130 },
  { id: "payer", title: "Payer", width: 130 },
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
  "holder",
  "notes",
  "amount",
  "attempt",
];

const firstToGo: ReadonlySet<string> = new Set<ColumnId>(["notes", "service", "attempt"]);

/** The columns of the clinic's list, by the user's choice and the available width. */
export function clinicColumnsFor(preference: unknown): ColumnChoice {
  return columnsFor(preference, { columns: clinicColumns, defaultColumns, firstToGo });
}
