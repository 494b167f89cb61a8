import { currencyDigits } from "#room/contract/primitives/money.ts";
import { holderOf } from "./change-visit.ts";
import type { Range, ReadFilter } from "./read-filter.ts";
import type { VisitTable } from "./visit-tables.ts";
import { wordsOf } from "./visit-words.ts";

export type Test = (row: VisitTable) => boolean;

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

/** Each word of the text begins a word of an open visit's reason, or the text names the visit otherwise. */
function textTest(text: string, named: ReadonlySet<string>): Test {
  const words = wordsOf(text);
  return ({ visit_id, reason, is_open }) => {
    const said = is_open === 1 && reason !== "" ? wordsOf(reason) : [];
    const isSaid = words.every((word) => said.some((each) => each.startsWith(word)));
    return named.has(visit_id) || (words.length > 0 && isSaid);
  };
}

/** Whether a row matches the filter; `named` are the visits its text finds other than by their reasons. */
export function matcherOf(filter: ReadFilter, now: number, named: ReadonlySet<string>): Test {
  const tests: (Test | undefined)[] = [
    (row) => filter.states.has(row.state),
    filter.practices && ((row) => filter.practices?.has(row.practice_id) === true),
    filter.visitIds && ((row) => filter.visitIds?.has(row.visit_id) === true),
    filter.wasHeld === undefined ? undefined : (row) => (row.was_open === 1) === filter.wasHeld,
    filter.reason === undefined
      ? undefined
      : (row) =>
          filter.wasHeld === true
            ? row.held_reasons?.includes(JSON.stringify(filter.reason)) === true
            : row.reason === filter.reason,
    filter.payerId === undefined ? undefined : (row) => row.payers.includes(filter.payerId ?? ""),
    filter.providerId === undefined ? undefined : (row) => row.providers.includes(filter.providerId ?? ""),
    filter.rule === undefined
      ? undefined
      : ({ rules, held_rules }) =>
          (filter.wasHeld === true ? held_rules : rules)?.includes(JSON.stringify(filter.rule)) === true,
    holderTest(filter, now),
    filter.isSnoozed === undefined ? undefined : (row) => row.snoozed_until > now === filter.isSnoozed,
    rangeTest(filter.serviceDate, (row) => row.service_date),
    instantTest(filter.received, (row) => row.received_at),
    instantTest(filter.firstReceived, (row) => row.first_received_at),
    amountTest(filter.amount),
    ...filter.terms.map(({ text }) => textTest(text, named)),
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
