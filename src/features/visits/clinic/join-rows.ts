import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { queueStateOf } from "#room/features/visits/queue/queue-state.ts";
import { holdsWords, lastAttemptAt, searchWords, sortRows } from "#room/features/visits/queue/queue-view.ts";
import { isNewer } from "#room/features/visits/queue/queue-overview.ts";
import { amountOf } from "#room/features/visits/queue/amount-of.ts";
import { reasonKey, situationOf } from "#room/features/visits/queue/situation.ts";
import { daysBefore, serviceTest } from "#room/features/visits/queue/service-filter.ts";
import { amountOfMinor } from "#room/contract/primitives/money.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { clinicDays } from "./clinic-days-now.ts";
import { clinicRow, msOf } from "./clinic-row.ts";
import type { ClinicRow } from "./clinic-row.ts";
import type { ClinicSearch } from "./clinic-search.ts";
import { isMe } from "./clinic-words.ts";

/** What the service has of a visit: null when nothing, undefined when not asked yet. */
export type KnownVisit = (visitId: string) => VisitRow | null | undefined;

export interface JoinFacts {
  /** The pages of the service's list, in order. */
  readonly served: readonly VisitRow[];
  /** The service's list has no further page. */
  readonly isWhole: boolean;
  readonly here: readonly VisitSummary[];
  readonly known: KnownVisit;
  readonly search: ClinicSearch;
  readonly typed: string;
  readonly now: number;
  readonly today: string;
}

/** One event per visit: the one that charged it, else the latest. */
export function byVisit(here: readonly VisitSummary[]): ReadonlyMap<string, VisitSummary> {
  const found = new Map<string, VisitSummary>();
  for (const row of here) {
    // An event without a visit id is a row of its own.
    const id = rowId(row);
    const known = found.get(id);
    if (!known || isNewer(row, known)) found.set(id, row);
  }
  return found;
}

/** Whether a visit of this browser passes the filters; filters only the service can answer exclude it. */
function fits(
  row: VisitSummary,
  { search, typed, today }: Pick<JoinFacts, "search" | "typed" | "today">,
): boolean {
  const { state, reason, practice, payer, provider, service, age, amount, who, waited } = search;
  if (waited !== "" || age.includes("-") || payer !== "" || provider !== "" || (who !== "" && who !== "me"))
    return false;
  const stands = queueStateOf(row);
  if (state === "refused" && stands !== "refused") return false;
  if (state === "withheld" && stands !== "withheld" && stands !== "held") return false;
  if (reason !== "" && reasonKey(situationOf(row).reason) !== reason) return false;
  if (practice !== "" && row.practiceId !== practice) return false;
  if (!serviceTest(service, today)(row.serviceDate)) return false;
  const since = age === "" ? 0 : clinicDays().startOf(daysBefore(today, Number(age)));
  if ((lastAttemptAt(row) ?? row.updatedAt) < since) return false;
  const sum = amountOf(row);
  if (!isWithin(sum && amountOfMinor(sum.minor, sum.currency), amount)) return false;
  const words = searchWords(typed, today);
  return words.length === 0 || holdsWords(row, words);
}

function belongs(row: ClinicRow, { search }: Pick<JoinFacts, "search">): boolean {
  const { here, clinic } = row;
  if (!here) return false;
  const isCharged = here.state === "charged" || clinic?.state === "charged";
  switch (search.tab) {
    case "later":
    case "closed":
      return false;
    case "charged":
      return isCharged && row.clinic === undefined;
    case "open":
    case "todo":
      return row.leads === "browser" && !isCharged;
    case "all":
      return row.leads === "browser";
  }
}

/** Whether a shown row is still in the view it was shown in; one that is not keeps its place until the user lets it go. */
export function isInView(
  row: ClinicRow,
  facts: Pick<CountFacts, "search" | "me" | "now" | "today">,
): boolean {
  const { clinic, leads } = row;
  if (leads === "browser" || !clinic) return belongs(row, facts);
  return isServed(clinic, facts) && passes(clinic, facts);
}

/** Whether a visit of the service passes the filters on what is written in it. */
function passes(
  { state, reason, practiceId, payerIds, providerIds, serviceDate, amount }: VisitRow,
  { search, today }: Pick<CountFacts, "search" | "today">,
): boolean {
  const { practice, payer, provider, service } = search;
  return (
    (search.state === "" || state === search.state) &&
    (search.reason === "" || reasonKey(reason ?? "") === search.reason) &&
    (practice === "" || practiceId === practice) &&
    (payer === "" || payerIds.includes(payer)) &&
    (provider === "" || providerIds.includes(provider)) &&
    serviceTest(service, today)(serviceDate ?? undefined) &&
    isWithin(amount?.amount, search.amount)
  );
}

/** Whether an amount in major units is within a range of the address. */
function isWithin(amount: number | undefined, range: string): boolean {
  if (range === "") return true;
  const [least, most] = range.split("..");
  return amount !== undefined && amount >= Number(least || -Infinity) && amount <= Number(most || Infinity);
}

/** The sort key of a row. */
function keyOf(row: ClinicRow, sort: ClinicSearch["sort"]): number | string {
  switch (sort) {
    case "need":
    case "age":
      return row.createdAt;
    case "amount":
      return row.amountMinor ?? -1;
    case "updated":
      return row.updatedAt;
    case "service":
      return row.serviceDate ?? "";
    case "reason":
      return row.reason.toLowerCase();
  }
}

/** In the default order, this browser's unfinished work comes first; in other orders each row has its own place. */
function place(
  own: readonly ClinicRow[],
  served: readonly ClinicRow[],
  { search, isWhole }: JoinFacts,
): ClinicRow[] {
  const { sort, isDescending } = search;
  if (sort === "need") return [...sortRows(own, "need", false), ...served];
  const rows: ClinicRow[] = [];
  const sign = isDescending ? -1 : 1;
  const before = (a: ClinicRow, b: ClinicRow) => {
    const [left, right] = [keyOf(a, sort), keyOf(b, sort)];
    return left < right ? -sign : left > right ? sign : 0;
  };
  const left = [...own].sort(before);
  for (const row of served) {
    while (left[0] && before(left[0], row) < 0) rows.push(...left.splice(0, 1));
    rows.push(row);
  }
  return isWhole ? [...rows, ...left] : rows;
}

export function newerOf(served: VisitRow, known: VisitRow | null | undefined): VisitRow {
  return known && known.changeNumber >= served.changeNumber ? known : served;
}

/** Whether the service counts a visit under a tab. */
function isServed(clinic: VisitRow, { search, me, now }: Pick<CountFacts, "search" | "me" | "now">): boolean {
  const isOpen = clinic.state === "withheld" || clinic.state === "refused";
  const isPutOff = msOf(clinic.snoozedUntil) > now;
  const isTaken = msOf(clinic.takenUntil) > now && !isMe(clinic.takenBy, me);
  switch (search.tab) {
    case "todo":
      return isOpen && !isPutOff && !isTaken;
    case "open":
      return isOpen;
    case "later":
      return isOpen && isPutOff;
    case "charged":
    case "closed":
      return clinic.state === search.tab;
    case "all":
      return true;
  }
}

/** What the rows beyond the service's count depend on. */
export interface CountFacts extends Omit<JoinFacts, "served" | "isWhole"> {
  readonly me: string;
  /** Visits that the service was asked about in vain: the list shows them, so they count. */
  readonly unanswered?: ReadonlySet<string>;
}

/**
 * How many rows of a view the service does not count: visits only in this browser, and those whose state here is newer
 * where the service's list leaves them out. Charged visits are not to do. Visits the service has not been asked about
 * yet are not counted.
 */
export function countBeyondService(facts: CountFacts): number {
  let count = 0;
  for (const [id, summary] of byVisit(facts.here)) {
    if (summary.state === "charged") continue;
    const clinic = facts.known(id);
    if (clinic === undefined && summary.visitId !== "" && !facts.unanswered?.has(id)) continue;
    if (clinic && (clinic.state === "charged" || isServed(clinic, facts))) continue;
    const row = clinicRow(clinic, summary);
    if (belongs(row, facts) && fits(summary, facts)) count += 1;
  }
  return count;
}

/** The combined list: the service's visits, each with this browser's part, and the visits only this browser has. */
export function joinRows(facts: JoinFacts): readonly ClinicRow[] {
  const { served, here, known } = facts;
  const own = byVisit(here);
  const shown = new Set<string>();
  const rows: ClinicRow[] = [];
  for (const each of served) {
    // A page loaded while a visit moved may contain it twice.
    if (shown.has(each.visitId)) continue;
    shown.add(each.visitId);
    rows.push(clinicRow(newerOf(each, known(each.visitId)), own.get(each.visitId)));
  }
  const left: ClinicRow[] = [];
  for (const [id, summary] of own) {
    if (shown.has(id)) continue;
    const row = clinicRow(known(id), summary);
    if (belongs(row, facts) && fits(summary, facts)) left.push(row);
  }
  return place(left, rows, facts);
}

function startAt(runs: Map<string, ClinicRow[]>, anchor: string): ClinicRow[] {
  const run: ClinicRow[] = [];
  runs.set(anchor, run);
  return run;
}

/** Identifies a row, whichever of its events is shown. */
export function rowId({ visitId, eventId }: Pick<VisitSummary, "visitId" | "eventId">): string {
  return visitId || eventId;
}

/**
 * Keeps rows in place: a shown row stays where it is whatever happens to it, and a new one comes after the row it
 * belongs after. Restarted with every list.
 */
export class SteadyOrder {
  #order: string[] = [];
  #isServed = false;

  /**
   * @param isServed the service's list has loaded: rows only this browser showed until then have no place in it yet
   * @param latest the current state of a row that the list no longer has; undefined when it is gone
   */
  arrange(
    rows: readonly ClinicRow[],
    isServed: boolean,
    latest: (id: string) => ClinicRow | undefined,
  ): readonly ClinicRow[] {
    if (isServed !== this.#isServed) this.#order = [];
    this.#isServed = isServed;
    const given = new Map(rows.map((row) => [rowId(row), row]));
    const kept = new Map<string, ClinicRow>();
    for (const id of this.#order) {
      const row = given.get(id) ?? latest(id);
      if (row) kept.set(id, row);
    }
    const behind = new Map<string, ClinicRow[]>();
    let anchor = "";
    for (const row of rows) {
      const id = rowId(row);
      if (kept.has(id)) anchor = id;
      else (behind.get(anchor) ?? startAt(behind, anchor)).push(row);
    }
    const arranged = [...(behind.get("") ?? [])];
    for (const [id, row] of kept) {
      arranged.push(row);
      const next = behind.get(id);
      if (next) arranged.push(...next);
    }
    this.#order = arranged.map(rowId);
    return arranged;
  }

  /** Adds rows after all arranged ones. */
  append(rows: readonly ClinicRow[]): void {
    for (const row of rows) this.#order.push(rowId(row));
  }
}
