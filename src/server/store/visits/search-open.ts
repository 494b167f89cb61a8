import { currencyDigits } from "#room/contract/primitives/money.ts";
import type { VisitSort } from "#room/contract/schemas/visit-filter.ts";
import { holderOf } from "./change-visit.ts";
import { type Range, type ReadFilter, saysWords } from "./match-visits.ts";
import type { NumberColumn, OpenColumns, SharedColumn } from "./open-columns.ts";
import { type Order, numberOfDay } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import type { SortKey } from "./visit-types.ts";
import type { VisitTable } from "./visit-tables.ts";

type Test = (place: number) => boolean;

/** What a text says is asked once for all rows that share it. */
function textTest(open: OpenColumns, column: SharedColumn, holds: (text: string) => boolean): Test {
  const { numbers, texts } = open.shared(column);
  const known = new Uint8Array(texts.length);
  return (place) => {
    const number = numbers[place] ?? 0;
    if (known[number] === 0) known[number] = holds(texts[number] ?? "") ? 1 : 2;
    return known[number] === 1;
  };
}

function rangeTest(
  values: Float64Array,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Range<number>,
): Test {
  return (place) => {
    const value = values[place] ?? 0;
    return value >= from && value < to;
  };
}

/** The same bounds for whole numbers, the last one included. */
const closed = ({ from, to }: Range<number>): Range<number> => ({
  from,
  to: to === undefined ? undefined : to + 1,
});

const isGiven = ({ from, to }: Range<unknown>) => from !== undefined || to !== undefined;

function amountTest(open: OpenColumns, { from = -Infinity, to = Infinity }: Range<number>): Test {
  const { numbers, texts } = open.shared("currency");
  const scales = texts.map((currency) => (currency === "" ? Number.NaN : 10 ** currencyDigits(currency)));
  const minor = open.numbers("amount_minor");
  return (place) => {
    const major = (minor[place] ?? 0) / (scales[numbers[place] ?? 0] ?? Number.NaN);
    return major >= from && major <= to;
  };
}

function holderTest(open: OpenColumns, { takenBy, isFree }: ReadFilter, now: number): Test {
  const until = open.numbers("taken_until");
  const name = takenBy?.toLowerCase();
  return (place) => {
    const row = (until[place] ?? 0) > now ? open.rows[place] : undefined;
    const holder = row && holderOf(row, now);
    if (name === undefined) return (holder === undefined) === isFree;
    return holder === undefined ? isFree === true : holder.toLowerCase() === name;
  };
}

/** As `matcherOf`, asked of places. Those that leave out the most, and cost the least, come first. */
function testsOf(open: OpenColumns, filter: ReadFilter, now: number, named: ReadonlySet<string>): Test[] {
  const { practices, reason, payerId, providerId, rule, text, serviceDate } = filter;
  const days = { from: dayOf(serviceDate.from) ?? 1, to: dayOf(serviceDate.to) };
  const states: ReadonlySet<string> = filter.states;
  const isOpen = states.has("withheld") && states.has("refused");
  const tests: (Test | undefined)[] = [
    isOpen ? undefined : textTest(open, "state", (state) => states.has(state)),
    reason === undefined ? undefined : textTest(open, "reason", (each) => each === reason),
    practices && textTest(open, "practice_id", (each) => practices.has(each)),
    payerId === undefined ? undefined : textTest(open, "payers", (each) => each.includes(payerId)),
    providerId === undefined ? undefined : textTest(open, "providers", (each) => each.includes(providerId)),
    rule === undefined ? undefined : textTest(open, "rules", (each) => each.includes(JSON.stringify(rule))),
    isGiven(serviceDate) ? rangeTest(open.numbers("service_date"), closed(days)) : undefined,
    isGiven(filter.received) ? rangeTest(open.numbers("received_at"), filter.received) : undefined,
    isGiven(filter.firstReceived)
      ? rangeTest(open.numbers("first_received_at"), filter.firstReceived)
      : undefined,
    isGiven(filter.amount) ? amountTest(open, filter.amount) : undefined,
    filter.takenBy === undefined && filter.isFree === undefined ? undefined : holderTest(open, filter, now),
    filter.isSnoozed === undefined
      ? undefined
      : rangeTest(
          open.numbers("snoozed_until"),
          filter.isSnoozed ? { from: now + 1, to: undefined } : { from: undefined, to: now + 1 },
        ),
    text === undefined ? undefined : wordsTest(open, text, named),
  ];
  return tests.filter((test) => test !== undefined);
}

function dayOf(day: string | undefined): number | undefined {
  return day === undefined ? undefined : numberOfDay(day);
}

function wordsTest(open: OpenColumns, text: string, named: ReadonlySet<string>): Test {
  const says = textTest(open, "reason", saysWords(text));
  if (named.size === 0) return says;
  const isNamed = new Uint8Array(open.rows.length);
  for (const place of placesOfIds(open, named)) isNamed[place] = 1;
  return (place) => isNamed[place] === 1 || says(place);
}

function placesOfIds(open: OpenColumns, ids: ReadonlySet<string>): Int32Array {
  return Int32Array.from([...ids].flatMap((id) => open.placeOf(id) ?? []));
}

/** Those that hold, put together at the beginning of `into`; how many they are. */
function keep(test: Test, from: Int32Array, count: number, into: Int32Array): number {
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    const place = from[at] ?? 0;
    if (test(place)) {
      into[kept] = place;
      kept += 1;
    }
  }
  return kept;
}

/**
 * The places of the open visits that a filter finds, in no order, until the next search or change. `named`: what its
 * text finds beyond the reasons.
 */
export function placesOf(
  open: OpenColumns,
  { filter, now, named }: { filter: ReadFilter; now: number; named: ReadonlySet<string> },
): Int32Array {
  if (!filter.states.has("withheld") && !filter.states.has("refused")) return new Int32Array();
  let places = filter.visitIds ? placesOfIds(open, filter.visitIds) : open.places();
  let count = filter.visitIds ? places.length : open.rows.length;
  for (const test of testsOf(open, filter, now, named)) {
    count = keep(test, places, count, open.found);
    places = open.found;
  }
  return places.subarray(0, count);
}

/** How many they are, and what they come to. */
export function tallyOf(open: OpenColumns, places: Int32Array): Tally {
  const { numbers, texts } = open.shared("currency");
  const minor = open.numbers("amount_minor");
  const sums = new Float64Array(texts.length);
  const counts = new Int32Array(texts.length);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    const currency = numbers[place] ?? 0;
    sums[currency] = (sums[currency] ?? 0) + (minor[place] ?? 0);
    counts[currency] = (counts[currency] ?? 0) + 1;
  }
  const tally = new Tally();
  for (const [number, currency] of texts.entries())
    tally.addMany(currency, counts[number] ?? 0, sums[number] ?? 0);
  return tally;
}

const numberOfSort = {
  age: "first_received_at",
  need: "need",
  amount: "amount_minor",
  received: "received_at",
  serviceDate: "service_date",
} as const satisfies Record<Exclude<VisitSort, "reason">, NumberColumn>;

/** What orders the places, and what a key of that order is as a number. */
function orderOf(
  open: OpenColumns,
  sort: VisitSort,
): { keyOf: (place: number) => number; numberOf: (key: SortKey[0]) => number } {
  if (sort !== "reason") {
    const values = open.numbers(numberOfSort[sort]);
    return {
      keyOf: (place) => values[place] ?? 0,
      numberOf: (key) => (typeof key === "string" ? numberOfDay(key) : key),
    };
  }
  const { numbers } = open.shared("reason_key");
  const { sorted, ranks } = open.orderOf("reason_key");
  return {
    keyOf: (place) => ranks[numbers[place] ?? 0] ?? 0,
    // One that no row has (any more) stands between two.
    numberOf: (key) => {
      const before = sorted.filter((text) => text < key).length;
      return sorted[before] === key ? before : before - 0.5;
    },
  };
}

/** The first so many of these places behind a place of the order, in order. */
export function firstOf(
  open: OpenColumns,
  places: Int32Array,
  { sort, isDescending, after, limit }: Order & { after: SortKey | undefined; limit: number },
): VisitTable[] {
  const { keyOf, numberOf } = orderOf(open, sort);
  const sign = isDescending ? -1 : 1;
  const idOf = (place: number) => open.rows[place]?.visit_id ?? "";
  const compareIds = (a: string, b: string) => sign * (a < b ? -1 : a > b ? 1 : 0);
  const from = after && sign * numberOf(after[0]);
  const found: number[] = [];
  const keys: number[] = [];
  let worst = Number.POSITIVE_INFINITY;
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const key = sign * keyOf(place);
    if (key > worst) continue;
    if (
      from !== undefined &&
      after &&
      (key < from || (key === from && compareIds(idOf(place), after[1]) <= 0))
    )
      continue;
    let at = found.length;
    while (at > 0) {
      const other = keys[at - 1] ?? 0;
      if (other < key || (other === key && compareIds(idOf(found[at - 1] ?? 0), idOf(place)) < 0)) break;
      at -= 1;
    }
    if (at >= limit) continue;
    found.splice(at, 0, place);
    keys.splice(at, 0, key);
    if (found.length > limit) {
      found.pop();
      keys.pop();
    }
    if (found.length === limit) worst = keys[limit - 1] ?? worst;
  }
  return found.flatMap((place) => open.rows[place] ?? []);
}
