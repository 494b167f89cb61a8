import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { amountOfMinor } from "#room/contract/primitives/money.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { dayNamed, invoiceNamed, searchTerms } from "#room/billing/read-search.ts";
import { showDate } from "#room/billing/show-date.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { shownStates } from "#room/features/visits/states.ts";
import { isUnderTab } from "./row-status.ts";
import { lastAttemptAt, type ListRow, listRow } from "#room/features/visits/list/list-row.ts";
import type { SortKey } from "#room/features/visits/list/list-names.ts";
import type { BrowserSearch } from "#room/features/visits/list/list-search.ts";
import { passesFilters } from "#room/features/visits/list/visit-filters.ts";

/** Shorter terms are in nearly every id. */
const shortestOfId = 4;

/** What a row is found by: what a list shows of it, with the full and the short names of its ids. */
function foundIn(row: VisitSummary, { status, amount: sum }: ListRow) {
  const { serviceDate = "", payerIds = [], providerIds = [] } = row;
  const { label, words: said } = status;
  const names = namesNow();
  const named = [
    ...(row.practiceId === "" ? [] : [["practice", row.practiceId] as const]),
    ...payerIds.map((id) => ["payer", id] as const),
    ...providerIds.map((id) => ["provider", id] as const),
  ].map(([kind, id]) => `${names.nameOf(kind, id) ?? ""} ${names.find(kind, id)?.shortName ?? ""}`);
  const amount = sum && [minorMoneyText(sum.minor, sum.currency), amountOfMinor(sum.minor, sum.currency)];
  const codes = [row.text, row.text.replaceAll(".", "")];
  const shown = [...(amount ?? []), ...named, ...codes, serviceDate, showDate(serviceDate), label, said];
  return {
    ids: [row.eventId, row.visitId, row.practiceId].join(" ").toLowerCase(),
    text: shown.join(" ").toLowerCase(),
  };
}

/**
 * The words of a typed search. A date finds the date of service; a GUID with hyphens, or its short form with an
 * ellipsis, finds the bare one.
 */
export function searchWords(typed: string, today: string): string[] {
  const bare = (word: string) => (/^[0-9a-f-]{9,}$/.test(word) ? word.replaceAll("-", "") : word);
  return searchTerms(typed.replaceAll("…", " "), today).flatMap(
    (term) => dayNamed(term, today) ?? term.toLowerCase().split(" ").map(bare),
  );
}

/** Which rows the text in the search box finds. `invoiceOf`: what the service has told of a visit's invoice. */
export function textTest(
  typed: string,
  today: string,
  invoiceOf: (visitId: string) => number | null | undefined,
): (row: ListRow) => boolean {
  const terms = searchTerms(typed, today);
  if (terms.length === 0) return () => true;
  const invoices = terms.map(invoiceNamed).filter((number) => number !== undefined);
  const words = terms
    .filter((term) => invoiceNamed(term) === undefined)
    .flatMap((term) => searchWords(term, today));
  return (row) => {
    const { here, visitId } = row;
    const invoice = invoiceOf(visitId);
    if (invoices.some((number) => number !== invoice)) return false;
    if (words.length === 0) return invoices.length > 0;
    if (!here) return false;
    const { ids, text } = foundIn(here, row);
    return words.every(
      (word) =>
        text.includes(word) ||
        (word.length >= shortestOfId && ids.includes(word)) ||
        (/^\d+$/.test(word) && Number(word) === invoice),
    );
  };
}

interface TypedFacts {
  readonly typed: string;
  readonly now: number;
  readonly invoiceOf: Parameters<typeof textTest>[2];
}

export function rowsHere(
  all: readonly VisitSummary[],
  known: (visitId: string) => VisitRow | null | undefined,
): readonly ListRow[] {
  return all.map((here) => {
    const row = listRow(known(here.visitId) ?? undefined, here);
    return row.eventId === here.eventId ? row : { ...row, eventId: here.eventId };
  });
}

/** The rows matching the address and the search words, in the address's order. */
export function rowsOf(
  rows: readonly ListRow[],
  search: BrowserSearch,
  { typed, now, invoiceOf }: TypedFacts,
): ListRow[] {
  const today = clinicToday(now);
  const isFound = textTest(typed, today, invoiceOf);
  const found = rows
    .filter((row) => isUnderTab(row, search.tab))
    .filter((row) => passesFilters(row, search, { kind: "browser", today }) && isFound(row));
  return sortRows(found, search.sort, search.isDescending);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compare(sort: SortKey): (a: ListRow, b: ListRow) => number {
  const rank = ({ status, state }: ListRow) => (status.needsPerson ? 0 : 10) + shownStates.indexOf(state);
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
      return (a, b) => compareText(a.status.words, b.status.words);
    case "lines":
      return (a, b) => a.lineCount - b.lineCount;
    case "amount":
      return (a, b) => (a.amount?.minor ?? -1) - (b.amount?.minor ?? -1);
    case "attempt":
      return (a, b) => (lastAttemptAt(a.here) ?? 0) - (lastAttemptAt(b.here) ?? 0);
    case "updated":
      return (a, b) => a.updatedAt - b.updatedAt;
  }
}

export function sortRows(rows: readonly ListRow[], sort: SortKey, isDescending: boolean): ListRow[] {
  const order = compare(sort);
  return [...rows].sort(isDescending ? (a, b) => order(b, a) : order);
}
