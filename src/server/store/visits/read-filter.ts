import { type ClinicDays, dateOfDay } from "#room/billing/clinic-days.ts";
import { givenGuid, knownGuid } from "#room/contract/primitives/guid.ts";
import { calendarDateOf, instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitState } from "#room/contract/schemas/visit.ts";
import type { OwnClock } from "#room/server/store/figures/figure-scope.ts";
import { type Viewer, maySee } from "./visit-types.ts";
import type { TextTerm } from "./read-term.ts";

/** A filter with its values as stored in the rows; undefined for what was not given. */
export type ReadFilter = Readonly<ReturnType<typeof readFilter>>;

export interface Range<T> {
  readonly from: T | undefined;
  readonly to: T | undefined;
}

const given = (value: string | null | undefined) => (value === null || value === "" ? undefined : value);

/** The text of a search. JavaScript takes U+FEFF for a blank: it is a sign, if one that nobody sees. */
export function typedText({ text }: VisitFilter): string {
  return (text ?? "").replaceAll("\ufeff", "\u200b").trim();
}

/** The practices to search: all that the viewer may see, or the one requested; undefined: any. */
function practicesOf(
  requested: string | undefined,
  seen: readonly string[],
): ReadonlySet<string> | undefined {
  if (requested === undefined) return seen.length > 0 ? new Set(seen) : undefined;
  return new Set(maySee({ practices: seen }, requested) ? [requested] : []);
}

/** `terms`: those of its text, if it was read. `clocks`: of practices whose clock is not the clinic’s. */
export type LooseFilter = VisitFilter & {
  readonly clocks?: readonly OwnClock[];
  readonly visitIds?: readonly string[] | null | undefined;
  readonly terms?: readonly TextTerm[];
};

const largest = (a = -Infinity, b = -Infinity) => (a === b && a === -Infinity ? undefined : Math.max(a, b));
const smallest = (a = Infinity, b = Infinity) => (a === b && a === Infinity ? undefined : Math.min(a, b));

/** Days. */
const century = 36_525;

/** Filters by instants and by the clinic's days of waiting; if both are given, both apply. */
function firstReceivedOf(filter: LooseFilter, now: number, days: ClinicDays): Range<number> {
  const { waitingFrom: least, waitingTo: most } = filter;
  const given = { from: instantOfWire(filter.firstReceivedFrom), to: instantOfWire(filter.firstReceivedTo) };
  const today = days.dayOf(now);
  // No visit has waited for a century: a date so far away may be none.
  const startOf = (day: number) =>
    days.startOf(dateOfDay(Math.min(Math.max(day, today - century), today + century)));
  const from = typeof most === "number" ? startOf(today - most) : undefined;
  const to = typeof least === "number" ? startOf(today - least + 1) : undefined;
  return {
    from: largest(given.from, from),
    to: smallest(given.to, to),
  };
}

export function readFilter(
  filter: LooseFilter,
  { practices }: Pick<Viewer, "practices">,
  now: number,
  days: ClinicDays,
) {
  const practiceId = givenGuid(filter.practiceId);
  const states = filter.states ?? [];
  const text = given(typedText(filter));
  return {
    states: new Set<VisitState>(states.length > 0 ? states : ["withheld", "refused"]),
    practices: practicesOf(practiceId, practices),
    reason: given(filter.reason),
    payerId: givenGuid(filter.payerId),
    providerId: givenGuid(filter.providerId),
    rule: given(filter.rule),
    wasHeld: filter.wasHeld ?? undefined,
    takenBy: given(filter.takenBy),
    isFree: filter.isFree ?? undefined,
    isSnoozed: filter.isSnoozed ?? undefined,
    serviceDate: { from: calendarDateOf(filter.from), to: calendarDateOf(filter.to) },
    received: { from: instantOfWire(filter.receivedFrom), to: instantOfWire(filter.receivedTo) },
    firstReceived: firstReceivedOf(filter, now, days),
    // By the clock of each practice.
    receivedDays: { from: calendarDateOf(filter.receivedDayFrom), to: calendarDateOf(filter.receivedDayTo) },
    firstReceivedDays: {
      from: calendarDateOf(filter.firstReceivedDayFrom),
      to: calendarDateOf(filter.firstReceivedDayTo),
    },
    clocks: filter.clocks ?? [],
    course: filter.course ?? undefined,
    code: given(filter.code?.trim().toUpperCase()),
    chargedBy: given(filter.chargedBy),
    without: new Set(filter.without ?? []),
    currency: given(filter.currency),
    // The type and the category: `Card|Copay`.
    payment: given(filter.payment),
    paidBy: givenGuid(filter.paidBy),
    // On which days it came in; without any, it is one of the standing invoice.
    paidDays: { from: calendarDateOf(filter.paidDayFrom), to: calendarDateOf(filter.paidDayTo) },
    endedAs: filter.endedAs ?? undefined,
    endedDateOf: filter.endedDateOf ?? "charge",
    endedDays: { from: calendarDateOf(filter.endedDayFrom), to: calendarDateOf(filter.endedDayTo) },
    invoiceBy: given(filter.invoiceBy),
    // Whole days from the date of service to the charge.
    delay: { from: filter.delayFrom ?? undefined, to: filter.delayTo ?? undefined },
    workedBy: given(filter.workedBy),
    workedDays: { from: calendarDateOf(filter.workedDayFrom), to: calendarDateOf(filter.workedDayTo) },
    // In major units.
    amount: { from: filter.amountFrom ?? undefined, to: filter.amountTo ?? undefined },
    // All must be found.
    terms: filter.terms ?? (text === undefined ? [] : [{ text }]),
    visitIds: filter.visitIds ? new Set(filter.visitIds.map((id) => knownGuid(id))) : undefined,
  };
}
