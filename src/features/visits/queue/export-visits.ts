import { clinicToday } from "#room/api/clinic-today.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { csvOf, type CsvValue } from "#room/billing/csv.ts";
import { amountOf } from "./amount-of.ts";
import { type Money, moneyOfMinor } from "#room/contract/primitives/money.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { lastAttemptAt } from "#room/features/visits/list/list-row.ts";
import { rowStatusOf } from "./row-status.ts";

export type ExportFormat = "json" | "ndjson" | "csv";

function moneyIn(row: VisitSummary): Money | undefined {
  const amount = amountOf(row);
  return amount && moneyOfMinor(amount.minor, amount.currency);
}

const columns: readonly (readonly [string, (row: VisitSummary) => CsvValue])[] = [
  ["eventId", (row) => row.eventId],
  ["visitId", (row) => row.visitId],
  ["practiceId", (row) => row.practiceId],
  ["practice", (row) => namesNow().nameOf("practice", row.practiceId)],
  ["dateOfService", (row) => row.serviceDate],
  ["state", (row) => rowStatusOf(row).label],
  ["issue", (row) => rowStatusOf(row).words],
  ["lines", (row) => row.lineCount],
  ["amount", moneyIn],
  ["currency", (row) => row.currency],
  ["attempts", (row) => row.attempts.length],
  ["last attempt", (row) => isoTime(lastAttemptAt(row))],
  ["request id", (row) => row.attempts.at(-1)?.requestId],
  ["last changed", (row) => isoTime(row.updatedAt)],
];

function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

export function visitsCsv(rows: readonly VisitSummary[]): string {
  return csvOf([columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => read(row)))]);
}

/** The events in a format the import reads: a list, or one per line. */
export function visitsJson(events: readonly unknown[], format: "json" | "ndjson"): string {
  if (format === "ndjson") return events.map((event) => `${JSON.stringify(event)}\n`).join("");
  return `${JSON.stringify(events, null, 2)}\n`;
}

/** A file name with the content and clinic’s day, without patient data. */
export function exportFileName(format: ExportFormat, count: number, date: Date): string {
  return `visits-${count}-${clinicToday(date.getTime())}.${format}`;
}
