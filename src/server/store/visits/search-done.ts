import { currencyDigits } from "#room/contract/primitives/money.ts";
import type { Range, ReadFilter } from "./match-visits.ts";
import { type Block, blockSize, type DoneColumns, type Kind, type NumberColumn } from "./done-columns.ts";
import { FirstPlaces } from "./first-done.ts";
import { type Order, numberOfDay } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import type { SortKey } from "./visit-types.ts";

/** Both bounds included. */
interface Bounds {
  readonly column: NumberColumn;
  readonly from: number;
  readonly to: number;
}

const everyPlace = Int32Array.from({ length: blockSize }, (_, at) => at);
/** What is left of a block: one search is over before the next begins. */
const left = new Int32Array(blockSize);

/** What is done nobody has and nobody put off. */
function isForOpen({ takenBy, isFree, isSnoozed }: ReadFilter): boolean {
  return isSnoozed === true || isFree === false || (takenBy !== undefined && isFree !== true);
}

function kindTest(filter: ReadFilter): (kind: Kind) => boolean {
  const { states, practices, reason, payerId, providerId } = filter;
  const rule = filter.rule === undefined ? undefined : JSON.stringify(filter.rule);
  const isAmount = filter.amount.from !== undefined || filter.amount.to !== undefined;
  return (kind) =>
    states.has(kind.state) &&
    practices?.has(kind.practice_id) !== false &&
    (reason === undefined || kind.reason === reason) &&
    (payerId === undefined || kind.payers.includes(payerId)) &&
    (providerId === undefined || kind.providers.includes(providerId)) &&
    (rule === undefined || kind.rules.includes(rule)) &&
    (!isAmount || kind.currency !== "");
}

/** Instants are whole milliseconds; the one up to which they are asked for does not count. */
function boundsOf({ received, firstReceived, serviceDate }: ReadFilter): Bounds[] {
  const instants = (column: NumberColumn, { from = -Infinity, to = Infinity }: Range<number>) => ({
    column,
    from,
    to: Math.ceil(to) - 1,
  });
  const { from, to } = serviceDate;
  const isDay = from !== undefined || to !== undefined;
  const all: Bounds[] = [
    instants("received_at", received),
    instants("first_received_at", firstReceived),
    {
      column: "service_date",
      // A visit without a day is on none.
      from: isDay ? Math.max(1, numberOfDay(from ?? "")) : -Infinity,
      to: to === undefined ? Infinity : numberOfDay(to),
    },
  ];
  return all.filter((bounds) => bounds.from !== -Infinity || bounds.to !== Infinity);
}

function keepWithin(values: Float64Array, { from, to }: Bounds, count: number): number {
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const at = left[index] ?? 0;
    const value = values[at] ?? 0;
    if (value >= from && value <= to) {
      left[kept] = at;
      kept += 1;
    }
  }
  return kept;
}

function keepKinds(kinds: Uint32Array, isWanted: Uint8Array, count: number): number {
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const at = left[index] ?? 0;
    if (isWanted[kinds[at] ?? 0] === 1) {
      left[kept] = at;
      kept += 1;
    }
  }
  return kept;
}

/** Of amounts in major units, which are others in each currency's minor units. */
function keepAmounts(
  { kinds, numbers }: Block,
  { from = -Infinity, to = Infinity }: Range<number>,
  scales: Float64Array,
  count: number,
): number {
  const minor = numbers.amount_minor;
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const at = left[index] ?? 0;
    const major = (minor[at] ?? 0) / (scales[kinds[at] ?? 0] ?? 1);
    if (major >= from && major <= to) {
      left[kept] = at;
      kept += 1;
    }
  }
  return kept;
}

/** A search made ready: it narrows a block to the places that it finds, at the beginning of `left`. */
class Search {
  readonly #filter: ReadFilter;
  readonly #bounds: readonly Bounds[];
  readonly #isWanted: Uint8Array;
  readonly #isEveryKind: boolean;
  readonly #scales: Float64Array;
  readonly #isAmount: boolean;
  readonly wanted: readonly Kind[];

  constructor(columns: DoneColumns, filter: ReadFilter) {
    const { kinds } = columns;
    const test = kindTest(filter);
    this.#filter = filter;
    this.#bounds = boundsOf(filter);
    this.#isWanted = Uint8Array.from(kinds, (kind) => (test(kind) ? 1 : 0));
    this.wanted = kinds.filter((kind) => this.#isWanted[kind.number] === 1);
    this.#isEveryKind = this.wanted.length === kinds.length;
    this.#isAmount = filter.amount.from !== undefined || filter.amount.to !== undefined;
    this.#scales = this.#isAmount
      ? Float64Array.from(kinds, ({ currency }) => 10 ** (currency === "" ? 0 : currencyDigits(currency)))
      : new Float64Array();
  }

  /** True when the kinds say it all: what they come to is counted already. */
  get isOfKinds(): boolean {
    return this.#bounds.length === 0 && !this.#isAmount;
  }

  narrow(block: Block): number {
    const isOutside = this.#bounds.some(
      ({ column, from, to }) => block.least[column] > to || block.most[column] < from,
    );
    if (isOutside) return 0;
    left.set(everyPlace);
    let { count } = block;
    for (const bounds of this.#bounds) {
      const { column, from, to } = bounds;
      if (block.least[column] < from || block.most[column] > to)
        count = keepWithin(block.numbers[column], bounds, count);
    }
    if (!this.#isEveryKind) count = keepKinds(block.kinds, this.#isWanted, count);
    return this.#isAmount ? keepAmounts(block, this.#filter.amount, this.#scales, count) : count;
  }
}

function tallyOfKinds(kinds: readonly Kind[]): Tally {
  const tally = new Tally();
  for (const { currency, visits, minor } of kinds) tally.addMany(currency, visits, minor);
  return tally;
}

export interface DoneFound {
  readonly tally: Tally;
  /** The first of them behind a place of the order, as they are sorted by. */
  readonly first: readonly SortKey[];
}

/**
 * What a filter finds of the charged and closed visits: how many, what they come to, and the first so many in order. Its
 * text and its ids are not asked: the visits that they name are known by name.
 */
export function findDone(
  columns: DoneColumns,
  filter: ReadFilter,
  page?: Order & { readonly after: SortKey | undefined; readonly limit: number },
): DoneFound {
  const search = new Search(columns, filter);
  if (isForOpen(filter) || search.wanted.length === 0) return { tally: new Tally(), first: [] };
  const key = keyOfFilter(filter);
  const known = search.isOfKinds ? tallyOfKinds(search.wanted) : columns.tallies.get(key);
  if (known && (!page || known.total === 0)) return { tally: known, first: [] };
  const places = page && new FirstPlaces(columns, search.wanted, page);
  const sums = new SumsOfKinds(columns.kinds);
  for (const block of places?.sorted(columns.blocks) ?? columns.blocks) {
    const isPast = places?.isPast(block) ?? true;
    if (known && isPast) continue;
    const count = search.narrow(block);
    if (!isPast) places?.offer(block, left, count);
    if (!known) sums.add(block, count);
  }
  const tally = known ?? sums.tally();
  columns.tallies.keep(key, tally);
  return { tally, first: places?.keys() ?? [] };
}

function keyOfFilter(filter: ReadFilter): string {
  return JSON.stringify(filter, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value));
}

/** Counts and sums what is found of each kind. */
class SumsOfKinds {
  readonly #kinds: readonly Kind[];
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;

  constructor(kinds: readonly Kind[]) {
    this.#kinds = kinds;
    this.#counts = new Float64Array(kinds.length);
    this.#sums = new Float64Array(kinds.length);
  }

  /** Those in `left`. */
  add({ kinds, numbers }: Block, count: number): void {
    const minor = numbers.amount_minor;
    const counts = this.#counts;
    const sums = this.#sums;
    for (let index = 0; index < count; index += 1) {
      const at = left[index] ?? 0;
      const kind = kinds[at] ?? 0;
      counts[kind] = (counts[kind] ?? 0) + 1;
      sums[kind] = (sums[kind] ?? 0) + (minor[at] ?? 0);
    }
  }

  tally(): Tally {
    const tally = new Tally();
    for (const { currency, number } of this.#kinds)
      tally.addMany(currency, this.#counts[number] ?? 0, this.#sums[number] ?? 0);
    return tally;
  }
}
