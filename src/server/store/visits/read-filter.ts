import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { calendarDateOf, canonicalDateTime } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitState } from "#room/contract/schemas/visit.ts";
import { type Viewer, maySee } from "./visit-types.ts";
import type { TextMeaning } from "./visit-words.ts";

/** A filter with its values as stored in the rows; undefined for what was not given. */
export interface ReadFilter {
  readonly states: ReadonlySet<VisitState>;
  readonly practices: ReadonlySet<string> | undefined;
  readonly reason: string | undefined;
  readonly payerId: string | undefined;
  readonly providerId: string | undefined;
  readonly rule: string | undefined;
  readonly takenBy: string | undefined;
  readonly isFree: boolean | undefined;
  readonly isSnoozed: boolean | undefined;
  readonly serviceDate: Range<string>;
  readonly received: Range<number>;
  readonly firstReceived: Range<number>;
  /** In major units. */
  readonly amount: Range<number>;
  readonly text: string | undefined;
  readonly meaning: TextMeaning;
  readonly visitIds: ReadonlySet<string> | undefined;
}

export interface Range<T> {
  readonly from: T | undefined;
  readonly to: T | undefined;
}

const given = (value: string | null | undefined) => (value === null || value === "" ? undefined : value);
const guidOf = (value: string | null | undefined) =>
  isGuidAbsent(value) ? undefined : (canonicalGuid(value ?? "") ?? undefined);

/** The instant of a date-time on the wire, which is UTC if it has no offset. */
export function instantOf(text: string | null | undefined): number | undefined {
  const canonical = text ? canonicalDateTime(text) : undefined;
  return canonical === undefined ? undefined : Date.parse(`${canonical.slice(0, 23)}Z`);
}

/** The practices to search: all that the viewer may see, or the one requested; undefined: any. */
function practicesOf(
  requested: string | undefined,
  seen: readonly string[],
): ReadonlySet<string> | undefined {
  if (requested === undefined) return seen.length > 0 ? new Set(seen) : undefined;
  return new Set(maySee({ practices: seen }, requested) ? [requested] : []);
}

/** `meaning`: what its text means besides its words. */
export type LooseFilter = VisitFilter & {
  readonly visitIds?: readonly string[] | null | undefined;
  readonly meaning?: TextMeaning;
};

const dayMs = 86_400_000;

const largest = (a = -Infinity, b = -Infinity) => (a === b && a === -Infinity ? undefined : Math.max(a, b));
const smallest = (a = Infinity, b = Infinity) => (a === b && a === Infinity ? undefined : Math.min(a, b));

/** Filters by instants and by days of waiting; if both are given, both apply. */
function firstReceivedOf(filter: LooseFilter, now: number): Range<number> {
  const { waitingFrom: least, waitingTo: most } = filter;
  const given = { from: instantOf(filter.firstReceivedFrom), to: instantOf(filter.firstReceivedTo) };
  // Whole days: a day counts from the instant it is over.
  const from = typeof most === "number" ? now - (most + 1) * dayMs + 1 : undefined;
  const to = typeof least === "number" ? now - least * dayMs + 1 : undefined;
  return {
    from: largest(given.from, from),
    to: smallest(given.to, to),
  };
}

export function readFilter(
  filter: LooseFilter,
  { practices }: Pick<Viewer, "practices">,
  now: number,
): ReadFilter {
  const practiceId = guidOf(filter.practiceId);
  const states = filter.states ?? [];
  return {
    states: new Set<VisitState>(states.length > 0 ? states : ["withheld", "refused"]),
    practices: practicesOf(practiceId, practices),
    reason: given(filter.reason),
    payerId: guidOf(filter.payerId),
    providerId: guidOf(filter.providerId),
    rule: given(filter.rule),
    takenBy: given(filter.takenBy),
    isFree: filter.isFree ?? undefined,
    isSnoozed: filter.isSnoozed ?? undefined,
    serviceDate: { from: calendarDateOf(filter.from), to: calendarDateOf(filter.to) },
    received: { from: instantOf(filter.receivedFrom), to: instantOf(filter.receivedTo) },
    firstReceived: firstReceivedOf(filter, now),
    amount: { from: filter.amountFrom ?? undefined, to: filter.amountTo ?? undefined },
    text: given(filter.text?.trim()),
    meaning: filter.meaning ?? {},
    visitIds: filter.visitIds ? new Set(filter.visitIds.map((id) => canonicalGuid(id) ?? id)) : undefined,
  };
}
