import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { amountOfMinor } from "#room/contract/primitives/money.ts";
import { formatMoney } from "#room/features/visits/format.ts";
import { readDate } from "#room/billing/read-date.ts";
import { showDate } from "#room/billing/show-date.ts";
import { todayHere } from "#room/api/today-here.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { serviceTest } from "./service-filter.ts";
import { queueStateOf } from "./queue-state.ts";
import { isUnderTab, reasonKeyOf, situationOf } from "./situation.ts";
import type { SortKey, VisitsSearch } from "./visits-search.ts";
import { amountOf } from "./amount-of.ts";
import { urgency } from "./queue-overview.ts";

/** When it was last sent; undefined before the first attempt. Milliseconds since 1970. */
export function lastAttemptAt(row: VisitSummary): number | undefined {
  return row.attempts.at(-1)?.startedAt;
}

export function holdsWords(row: VisitSummary, words: readonly string[]): boolean {
  const { serviceDate = "" } = row;
  const { label, words: said } = situationOf(row);
  const sum = amountOf(row);
  const amount = sum
    ? `${formatMoney(sum.minor, sum.currency)} ${amountOfMinor(sum.minor, sum.currency)}`
    : "";
  const text = `${amount} ${row.eventId} ${row.visitId} ${row.practiceId} ${namesNow().nameOf("practice", row.practiceId) ?? ""} ${row.text} ${serviceDate} ${showDate(serviceDate)} ${label} ${said}`;
  const low = text.toLowerCase();
  return words.every((word) => low.includes(word));
}

/** A date in any format, as the search finds it; a bare number is a code rather than a date. */
function typedDate(text: string, today: string): string | undefined {
  return /[^\d\s]/.test(text) ? readDate(text, today).date : undefined;
}

/**
 * The words of a typed search. A date finds the date of service; a GUID with hyphens, or its short form with an
 * ellipsis, finds the bare one.
 */
export function searchWords(typed: string, today: string): string[] {
  const whole = typedDate(typed, today);
  if (whole !== undefined) return [whole];
  return typed
    .toLowerCase()
    .replaceAll("…", " ")
    .split(/\s+/)
    .map((word) => typedDate(word, today) ?? (/^[0-9a-f-]{9,}$/.test(word) ? word.replaceAll("-", "") : word))
    .filter((word) => word !== "");
}

const dayMs = 86_400_000;

/** The rows matching the address and the search words, in the address's order. */
export function rowsOf(
  rows: readonly VisitSummary[],
  search: VisitsSearch,
  { typed, now }: { typed: string; now: number },
): VisitSummary[] {
  const today = todayHere(new Date(now));
  const words = searchWords(typed, today);
  const isServed = serviceTest(search.service, today);
  const since = search.age === "" ? 0 : now - Number(search.age) * dayMs;
  const found = rows.filter(
    (row) =>
      isUnderTab(row, search.tab) &&
      (search.states.length === 0 || search.states.includes(queueStateOf(row))) &&
      (search.practice === "" || row.practiceId === search.practice) &&
      (search.reason === "" || reasonKeyOf(row) === search.reason) &&
      (lastAttemptAt(row) ?? row.updatedAt) >= since &&
      isServed(row.serviceDate) &&
      (words.length === 0 || holdsWords(row, words)),
  );
  return sortRows(found, search.sort, search.isDescending);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compare(sort: SortKey): (a: VisitSummary, b: VisitSummary) => number {
  const rank = (row: VisitSummary) =>
    (situationOf(row).needsPerson ? 0 : 10) + urgency.indexOf(queueStateOf(row));
  switch (sort) {
    case "need":
      return (a, b) => rank(a) - rank(b) || b.updatedAt - a.updatedAt;
    case "age":
      return (a, b) => a.createdAt - b.createdAt;
    case "visit":
      return (a, b) => compareText(a.visitId, b.visitId);
    case "service":
      return (a, b) => compareText(a.serviceDate ?? "", b.serviceDate ?? "");
    case "reason":
      return (a, b) => compareText(situationOf(a).words, situationOf(b).words);
    case "lines":
      return (a, b) => a.lineCount - b.lineCount;
    case "amount":
      return (a, b) => (amountOf(a)?.minor ?? -1) - (amountOf(b)?.minor ?? -1);
    case "attempt":
      return (a, b) => (lastAttemptAt(a) ?? 0) - (lastAttemptAt(b) ?? 0);
    case "updated":
      return (a, b) => a.updatedAt - b.updatedAt;
  }
}

export function sortRows<Row extends VisitSummary>(
  rows: readonly Row[],
  sort: SortKey,
  isDescending: boolean,
): Row[] {
  const order = compare(sort);
  return [...rows].sort(isDescending ? (a, b) => order(b, a) : order);
}
