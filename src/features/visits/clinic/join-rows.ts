import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { isBlank } from "#room/features/visits/states.ts";
import { sortRows, textTest } from "#room/features/visits/queue/queue-view.ts";
import { isNewer } from "#room/features/visits/queue/queue-overview.ts";
import { isOpenCorrection } from "#room/workspace/visits/correction-entry.ts";
import { isWithAnother } from "#room/workspace/visits/claim.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { hasInvoice, type ListRow, listRow, rowId } from "#room/features/visits/list/list-row.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { passesFilters } from "#room/features/visits/list/visit-filters.ts";

/** What the service has of a visit: null when nothing, undefined when not asked yet. */
export type KnownVisit = (visitId: string) => VisitRow | null | undefined;

export interface JoinFacts {
  /** The pages of the service's list, in order. */
  readonly served: readonly VisitRow[];
  readonly here: readonly VisitSummary[];
  readonly known: KnownVisit;
  readonly search: ClinicSearch;
  readonly typed: string;
  readonly now: number;
  readonly today: string;
  readonly me: string;
}

/** One event per visit: the one that charged it, else the latest. What is charged is shown as it stands, not as it is being corrected. */
export function byVisit(
  here: readonly VisitSummary[],
  { tab }: Pick<ClinicSearch, "tab">,
): ReadonlyMap<string, VisitSummary> {
  const found = new Map<string, VisitSummary>();
  for (const row of here) {
    if (tab === "charged" && isOpenCorrection(row)) continue;
    // An event without a visit id is a row of its own.
    const id = rowId(row);
    const known = found.get(id);
    if (!known || isNewer(row, known)) found.set(id, row);
  }
  return found;
}

/** Whether a row that this browser leads passes the filters, and is found by what is typed. */
function fits(row: ListRow, facts: Pick<JoinFacts, "search" | "typed" | "today" | "known">): boolean {
  const { search, typed, today, known } = facts;
  return (
    passesFilters(row, search, { kind: "clinic", today }) &&
    textTest(typed, today, (visitId) => known(visitId)?.invoiceNumber)(row)
  );
}

const isSnoozed = (clinic: VisitRow | undefined, now: number) => msOf(clinic?.snoozedUntil) > now;

function belongs(row: ListRow, { search, now }: Pick<JoinFacts, "search" | "now">): boolean {
  const { here, clinic } = row;
  if (!here) return false;
  const isCharged = !isOpenCorrection(here) && (here.state === "charged" || hasInvoice(clinic));
  const isOpen = row.leads === "browser" && !isCharged && !isBlank(here);
  switch (search.tab) {
    case "later":
      return isOpen && isSnoozed(clinic, now);
    case "closed":
      return false;
    case "charged":
      return isCharged && row.clinic === undefined;
    case "open":
      return isOpen;
    case "todo":
      // What was typed before another took the visit over is looked for here, too.
      return isOpen && !isSnoozed(clinic, now);
    case "all":
      return row.leads === "browser";
  }
}

/** Whether a shown row is still in the view it was shown in; one that is not keeps its place until the user lets it go. */
export function isInView(row: ListRow, facts: Pick<CountFacts, "search" | "me" | "now" | "today">): boolean {
  const { clinic, leads } = row;
  if (leads === "browser" || !clinic) return belongs(row, facts);
  return isServed(clinic, facts) && passesFilters(row, facts.search, { kind: "clinic", today: facts.today });
}

function newerOf(served: VisitRow, known: VisitRow | null | undefined): VisitRow {
  return known && known.changeNumber >= served.changeNumber ? known : served;
}

/** Whether the service counts a visit under a tab. */
function isServed(clinic: VisitRow, { search, me, now }: Pick<CountFacts, "search" | "me" | "now">): boolean {
  const isOpen = clinic.state === "withheld" || clinic.state === "refused";
  const isPutOff = isSnoozed(clinic, now);
  switch (search.tab) {
    case "todo":
      return isOpen && !isPutOff && !isWithAnother(clinic, me, now);
    case "open":
      return isOpen;
    case "later":
      return isOpen && isPutOff;
    case "charged":
      return clinic.state === "charged";
    case "closed":
      return clinic.state === "closed" || clinic.state === "voided";
    case "all":
      return true;
  }
}

/** What the rows beyond the service's count depend on. */
export interface CountFacts extends Omit<JoinFacts, "served"> {
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
  for (const [id, summary] of byVisit(facts.here, facts.search)) {
    if (summary.state === "charged") continue;
    const clinic = facts.known(id);
    if (clinic === undefined && summary.visitId !== "" && !facts.unanswered?.has(id)) continue;
    if (clinic && ((hasInvoice(clinic) && !isOpenCorrection(summary)) || isServed(clinic, facts))) continue;
    const row = listRow(clinic, summary);
    if (belongs(row, facts) && fits(row, facts)) count += 1;
  }
  return count;
}

/** The combined list: the service's visits, each with this browser's part, and the visits only this browser has. */
export function joinRows(facts: JoinFacts): readonly ListRow[] {
  const { served, here, known } = facts;
  const own = byVisit(here, facts.search);
  const shown = new Set<string>();
  const rows: ListRow[] = [];
  for (const each of served) {
    // A page loaded while a visit moved may contain it twice.
    if (shown.has(each.visitId)) continue;
    shown.add(each.visitId);
    rows.push(listRow(newerOf(each, known(each.visitId)), own.get(each.visitId)));
  }
  const left: ListRow[] = [];
  for (const [id, summary] of own) {
    if (shown.has(id)) continue;
    const row = listRow(known(id), summary);
    if (belongs(row, facts) && fits(row, facts)) left.push(row);
  }
  // This browser's own work stands above, in the same order.
  return [...sortRows(left, facts.search.sort, facts.search.isDescending), ...rows];
}

function startAt(runs: Map<string, ListRow[]>, anchor: string): ListRow[] {
  const run: ListRow[] = [];
  runs.set(anchor, run);
  return run;
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
    rows: readonly ListRow[],
    isServed: boolean,
    latest: (id: string) => ListRow | undefined,
  ): readonly ListRow[] {
    if (isServed !== this.#isServed) this.#order = [];
    this.#isServed = isServed;
    const given = new Map(rows.map((row) => [rowId(row), row]));
    const kept = new Map<string, ListRow>();
    for (const id of this.#order) {
      const row = given.get(id) ?? latest(id);
      if (row) kept.set(id, row);
    }
    const behind = new Map<string, ListRow[]>();
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
}
