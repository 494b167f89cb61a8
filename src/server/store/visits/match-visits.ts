import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { currencyDigits } from "#room/contract/primitives/money.ts";
import { calendarDateOf, canonicalDateTime } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitState } from "#room/contract/schemas/visit.ts";
import type { VisitTable } from "./visit-tables.ts";
import { holderOf } from "./change-visit.ts";
import { wordsOf } from "./visit-words.ts";
import { type Viewer, maySee } from "./visit-types.ts";

export type Test = (row: VisitTable) => boolean;

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

export type LooseFilter = VisitFilter & { readonly visitIds?: readonly string[] | null | undefined };

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
    visitIds: filter.visitIds ? new Set(filter.visitIds.map((id) => canonicalGuid(id) ?? id)) : undefined,
  };
}

/** `takenBy` with isFree true matches either; otherwise all given conditions must hold. */
function holderTest({ takenBy, isFree }: ReadFilter, now: number): Test | undefined {
  const name = takenBy?.toLowerCase();
  if (name === undefined && isFree === undefined) return undefined;
  return (row) => {
    const holder = holderOf(row, now);
    if (name === undefined) return (holder === undefined) === isFree;
    if (holder === undefined) return isFree === true;
    return holder.toLowerCase() === name;
  };
}

function amountTest({ from, to }: Range<number>): Test | undefined {
  if (from === undefined && to === undefined) return undefined;
  return ({ amount_minor, currency }) => {
    if (currency === "") return false;
    const major = amount_minor / 10 ** currencyDigits(currency);
    return (from === undefined || major >= from) && (to === undefined || major <= to);
  };
}

/** Each word of the reason preceded by a space, so that the beginning of a word can be found as a substring. */
const wordsOfReason = new Map<string, string>();

function reasonText(reason: string): string {
  const known = wordsOfReason.get(reason);
  if (known !== undefined) return known;
  if (wordsOfReason.size >= 20_000) wordsOfReason.clear();
  const text = ` ${wordsOf(reason).join(" ")}`;
  wordsOfReason.set(reason, text);
  return text;
}

/** Whether each word of a text is a word of a reason, or the beginning of one. */
export function saysWords(text: string): (reason: string) => boolean {
  const words = wordsOf(text).map((word) => ` ${word}`);
  return (reason) => {
    if (words.length === 0 || reason === "") return false;
    const text = reasonText(reason);
    return words.every((word) => text.includes(word));
  };
}

function textTest(text: string, named: ReadonlySet<string>): Test {
  const says = saysWords(text);
  return ({ visit_id, reason }) => named.has(visit_id) || says(reason);
}

/** Whether a row matches the filter; `named` are the visits its text finds other than by their reasons. */
export function matcherOf(filter: ReadFilter, now: number, named: ReadonlySet<string>): Test {
  const tests: (Test | undefined)[] = [
    (row) => filter.states.has(row.state),
    filter.practices && ((row) => filter.practices?.has(row.practice_id) === true),
    filter.visitIds && ((row) => filter.visitIds?.has(row.visit_id) === true),
    filter.reason === undefined ? undefined : (row) => row.reason === filter.reason,
    filter.payerId === undefined ? undefined : (row) => row.payers.includes(filter.payerId ?? ""),
    filter.providerId === undefined ? undefined : (row) => row.providers.includes(filter.providerId ?? ""),
    filter.rule === undefined ? undefined : (row) => row.rules.includes(JSON.stringify(filter.rule)),
    holderTest(filter, now),
    filter.isSnoozed === undefined ? undefined : (row) => row.snoozed_until > now === filter.isSnoozed,
    rangeTest(filter.serviceDate, (row) => row.service_date),
    instantTest(filter.received, (row) => row.received_at),
    instantTest(filter.firstReceived, (row) => row.first_received_at),
    amountTest(filter.amount),
    filter.text === undefined ? undefined : textTest(filter.text, named),
  ];
  const active = tests.filter((test) => test !== undefined);
  return (row) => {
    for (let at = 0; at < active.length; at += 1) if (active[at]?.(row) === false) return false;
    return true;
  };
}

/** From an instant (inclusive) to another (exclusive). */
function instantTest({ from, to }: Range<number>, valueOf: (row: VisitTable) => number): Test | undefined {
  if (from === undefined && to === undefined) return undefined;
  return (row) => (from === undefined || valueOf(row) >= from) && (to === undefined || valueOf(row) < to);
}

function rangeTest({ from, to }: Range<string>, valueOf: (row: VisitTable) => string): Test | undefined {
  if (from === undefined && to === undefined) return undefined;
  return (row) => {
    const value = valueOf(row);
    return value !== "" && (from === undefined || value >= from) && (to === undefined || value <= to);
  };
}
