import { minorBounds } from "./amount-bounds.ts";
import { FirstPlaces } from "./first-places.ts";
import { type Range, type ReadFilter, saysWords } from "./match-visits.ts";
import { all, keepIf, keepKinds, keepWithin, left, settle, Sum, SumsOfKinds } from "./narrow-block.ts";
import { type Order, numberOfDay } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import type { Block, Kind, NumberColumn, VisitColumns } from "./visit-columns.ts";
import type { SortKey } from "./visit-types.ts";

/** What is looked for. */
export interface Sought {
  readonly filter: ReadFilter;
  readonly now: number;
  /** The visits that the filter's text finds beyond their reasons. */
  readonly named: ReadonlySet<string>;
}

/** The first so many behind a place of an order. */
export type Page = Order & { readonly after: SortKey | undefined; readonly limit: number };

/** Both bounds included. */
interface Bounds {
  readonly column: NumberColumn;
  readonly from: number;
  readonly to: number;
}

function kindTest(filter: ReadFilter): (kind: Kind) => boolean {
  const { practices, reason, payerId, providerId } = filter;
  const states: ReadonlySet<string> = filter.states;
  const rule = filter.rule === undefined ? undefined : JSON.stringify(filter.rule);
  const isAmount = filter.amount.from !== undefined || filter.amount.to !== undefined;
  return (kind) =>
    kind.visits > 0 &&
    states.has(kind.state) &&
    practices?.has(kind.practice_id) !== false &&
    (reason === undefined || kind.reason === reason) &&
    (payerId === undefined || kind.payers.includes(payerId)) &&
    (providerId === undefined || kind.providers.includes(providerId)) &&
    (rule === undefined || kind.rules.includes(rule)) &&
    (!isAmount || kind.currency !== "");
}

/** Instants are whole milliseconds; the one up to which they are asked for does not count. */
function boundsOf({ filter, now }: Sought): Bounds[] {
  const instants = (column: NumberColumn, { from = -Infinity, to = Infinity }: Range<number>) => ({
    column,
    from,
    to: Math.ceil(to) - 1,
  });
  const { from, to } = filter.serviceDate;
  const isDay = from !== undefined || to !== undefined;
  const { isSnoozed } = filter;
  return [
    instants("received_at", filter.received),
    instants("first_received_at", filter.firstReceived),
    {
      column: "service_date",
      // A visit without a day is on none.
      from: isDay ? Math.max(1, numberOfDay(from ?? "")) : -Infinity,
      to: to === undefined ? Infinity : numberOfDay(to),
    },
    {
      column: "snoozed_until",
      from: isSnoozed === true ? now + 1 : -Infinity,
      to: isSnoozed === false ? now : Infinity,
    },
  ];
}

/** Of the kinds those for which something holds, by their numbers. */
function markKinds(kinds: readonly Kind[], holds: (kind: Kind) => boolean): Uint8Array {
  return Uint8Array.from(kinds, (kind) => (holds(kind) ? 1 : 0));
}

/** Which places have visits of these ids, by their blocks. */
function placesOf(columns: VisitColumns, ids: ReadonlySet<string>): Map<Block, Set<number>> {
  const places = new Map<Block, Set<number>>();
  for (const id of ids) {
    const place = columns.placeOf(id);
    if (place) places.set(place.block, (places.get(place.block) ?? new Set()).add(place.at));
  }
  return places;
}

/** Narrows a block further: how many are left. */
type Pass = (block: Block, before: number) => number;

/** By name, where a name is asked for; by nobody having it; or by either. */
function holderPass({ kinds }: VisitColumns, { filter, now }: Sought): Pass {
  const { isFree } = filter;
  const name = filter.takenBy?.toLowerCase();
  const isName = markKinds(kinds, (kind) =>
    name === undefined ? isFree === false : kind.taken_by?.toLowerCase() === name,
  );
  return (block, before) => {
    const until = block.columns.taken_until;
    if (until.most <= now) return isFree === true ? before : 0;
    const holds = (at: number) => (until.at(at) > now ? isName[block.kinds[at] ?? 0] === 1 : isFree === true);
    return keepIf(block, holds, before);
  };
}

/** Amounts in major units are others in each currency's minor units. */
function amountPass(kinds: readonly Kind[], { amount }: ReadFilter): Pass {
  const bounds = new Map(kinds.map(({ currency }) => [currency, minorBounds(amount, currency)]));
  const byKind = kinds.map(({ currency }) => bounds.get(currency));
  return (block, before) => {
    const holds = (at: number) => {
      const within = byKind[block.kinds[at] ?? 0];
      const minor = block.columns.amount_minor.at(at);
      return within !== undefined && minor >= within.from && minor <= within.to;
    };
    return keepIf(block, holds, before);
  };
}

function textPass(columns: VisitColumns, { filter: { text = "" }, named }: Sought): Pass {
  const says = saysWords(text);
  const isSaid = markKinds(columns.kinds, (kind) => says(kind.reason));
  const places = placesOf(columns, named);
  return (block, before) => {
    const here = places.get(block);
    if (!here) return keepKinds(block, isSaid, before);
    return keepIf(block, (at) => isSaid[block.kinds[at] ?? 0] === 1 || here.has(at), before);
  };
}

function idsPass(columns: VisitColumns, ids: ReadonlySet<string>): Pass {
  const places = placesOf(columns, ids);
  return (block, before) => {
    const here = places.get(block);
    return here ? keepIf(block, (at) => here.has(at), before) : 0;
  };
}

/** A search made ready: it narrows a block to the places that it finds, at the beginning of `left`. */
export class Search {
  readonly #bounds: readonly Bounds[];
  readonly #isWanted: Uint8Array;
  readonly #isEveryKind: boolean;
  readonly #passes: readonly Pass[];
  readonly wanted: readonly Kind[];
  /** Of all that are wanted, if it is one. */
  readonly currency: string | undefined;
  /** What it finds is the same until a visit changes. */
  readonly isLasting: boolean;

  constructor(columns: VisitColumns, sought: Sought) {
    const { kinds } = columns;
    const { filter, now } = sought;
    const test = kindTest(filter);
    this.#isWanted = markKinds(kinds, test);
    this.wanted = kinds.filter((kind) => this.#isWanted[kind.number] === 1);
    this.#isEveryKind = this.wanted.length === kinds.length;
    const [currency, ...others] = new Set(this.wanted.map((kind) => kind.currency));
    this.currency = others.length === 0 ? currency : undefined;
    const { amount } = filter;
    const isAmount = amount.from !== undefined || amount.to !== undefined;
    const bounds = boundsOf(sought);
    if (isAmount && this.currency !== undefined)
      bounds.push({ column: "amount_minor", ...minorBounds(amount, this.currency) });
    this.#bounds = bounds.filter(({ column, from, to }) => {
      if (from === -Infinity && to === Infinity) return false;
      const { least, most } = columns.rangeOf(column);
      return least < from || most > to;
    });
    const isHolder = filter.takenBy !== undefined || filter.isFree !== undefined;
    const isHeld = isHolder && columns.rangeOf("taken_until").most > now;
    const passes: (Pass | undefined)[] = [
      filter.visitIds && idsPass(columns, filter.visitIds),
      filter.text === undefined ? undefined : textPass(columns, sought),
      isAmount && this.currency === undefined ? amountPass(kinds, filter) : undefined,
      isHolder && (isHeld || filter.isFree !== true) ? holderPass(columns, sought) : undefined,
    ];
    this.#passes = passes.filter((pass) => pass !== undefined);
    this.isLasting = !isHeld && filter.text === undefined && filter.isSnoozed === undefined;
  }

  /** True when the kinds say it all: what they come to is counted already. */
  get isOfKinds(): boolean {
    return this.#bounds.length === 0 && this.#passes.length === 0;
  }

  #isOutside({ columns }: Block): boolean {
    return this.#bounds.some(
      ({ column, from, to }) => columns[column].least > to || columns[column].most < from,
    );
  }

  narrow(block: Block): number {
    if (this.#isOutside(block)) return 0;
    let count = all;
    for (const bounds of this.#bounds) count = keepWithin(block, block.columns[bounds.column], bounds, count);
    if (!this.#isEveryKind) count = keepKinds(block, this.#isWanted, count);
    for (const pass of this.#passes) count = count === 0 ? 0 : pass(block, count);
    return settle(block, count);
  }

  /** Adds what it finds in a block of visits of one currency. */
  sum(block: Block, sum: Sum): void {
    if (this.#isOutside(block)) return;
    const cutting = this.#bounds.filter(
      ({ column, from, to }) => block.columns[column].least < from || block.columns[column].most > to,
    );
    const [bounds = anything] = cutting;
    if (this.#passes.length > 0 || cutting.length > 1) sum.add(block, this.narrow(block));
    else sum.addWithin(block, this.#isWanted, block.columns[bounds.column], bounds);
  }
}

const anything: Bounds = { column: "amount_minor", from: -Infinity, to: Infinity };

function tallyOf(sums: Iterable<readonly [currency: string, count: number, minor: number]>): Tally {
  const tally = new Tally();
  for (const [currency, count, minor] of sums) tally.addMany(currency, count, minor);
  return tally;
}

export interface FoundPlaces {
  readonly tally: Tally;
  /** The first of them behind a place of the order, as they are sorted by. */
  readonly first: readonly SortKey[];
}

/** How many visits a search finds, what they come to, and the first so many in order. */
export function findVisits(columns: VisitColumns, sought: Sought, page?: Page): FoundPlaces {
  const search = new Search(columns, sought);
  if (search.wanted.length === 0) return { tally: new Tally(), first: [] };
  const key = search.isLasting ? keyOfFilter(sought.filter) : undefined;
  const known = search.isOfKinds
    ? tallyOf(search.wanted.map(({ currency, visits, minor }) => [currency, visits, minor]))
    : key === undefined
      ? undefined
      : columns.tallies.get(key);
  if (known && (!page || known.total === 0)) return { tally: known, first: [] };
  const places = page && new FirstPlaces(columns, search.wanted, page);
  const { currency } = search;
  const sum = new Sum();
  const sums = new SumsOfKinds(currency === undefined ? columns.kinds : []);
  for (const block of places?.sorted(columns.blocks) ?? columns.blocks) {
    const isPast = places?.isPast(block) ?? true;
    if (isPast && known) continue;
    if (isPast && currency !== undefined) {
      search.sum(block, sum);
      continue;
    }
    const count = search.narrow(block);
    if (!isPast) places?.offer(block, left, count);
    if (known) continue;
    if (currency === undefined) sums.add(block, count);
    else sum.add(block, count);
  }
  const tally =
    known ?? tallyOf(currency === undefined ? sums.byCurrency() : [[currency, sum.count, sum.minor]]);
  if (key !== undefined) columns.tallies.keep(key, tally);
  return { tally, first: places?.keys() ?? [] };
}

function keyOfFilter(filter: ReadFilter): string {
  return JSON.stringify(filter, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value));
}
