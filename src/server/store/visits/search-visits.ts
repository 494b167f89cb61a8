import { minorBounds } from "./amount-bounds.ts";
import type { BlockGroup } from "./block-groups.ts";
import { type Range, type ReadFilter, saysWords } from "./match-visits.ts";
import type { Kind, Kinds, KindTests, Marks } from "./kinds.ts";
import {
  all,
  keepIf,
  keepKinds,
  keepWithin,
  selected,
  listSelected,
  Sum,
  type SumsOfKinds,
} from "./filter-block.ts";
import { numberOfDay } from "./sort-visits.ts";
import { type Run, type SortedPlaces, sumOfRun } from "./sorted-places.ts";
import type { Block, NumberColumn, VisitColumns } from "./visit-columns.ts";

/** What to look for. */
export interface VisitCriteria {
  readonly filter: ReadFilter;
  readonly now: number;
  /** The visits that the filter's text finds other than by their reasons. */
  readonly named: ReadonlySet<string>;
}

/** Both bounds inclusive. */
interface Bounds {
  readonly column: NumberColumn;
  readonly from: number;
  readonly to: number;
}

function kindTests(filter: ReadFilter): KindTests {
  const { practices, reason, payerId, providerId } = filter;
  const states: ReadonlySet<string> = filter.states;
  const rule = filter.rule === undefined ? undefined : JSON.stringify(filter.rule);
  const isAmount = filter.amount.from !== undefined || filter.amount.to !== undefined;
  return {
    state: (state) => states.has(state),
    ...(practices && { practice_id: (practice) => practices.has(practice) }),
    ...(reason !== undefined && { reason: (text) => text === reason }),
    ...(payerId !== undefined && { payers: (payers) => payers.includes(payerId) }),
    ...(providerId !== undefined && { providers: (providers) => providers.includes(providerId) }),
    ...(rule !== undefined && { rules: (rules) => rules.includes(rule) }),
    ...(isAmount && { currency: (currency) => currency !== "" }),
  };
}

/** Instants are whole milliseconds, and the upper bound is exclusive. */
function boundsOf({ filter, now }: VisitCriteria): Bounds[] {
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
      // A visit without a date of service matches no date.
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

/** The places of the visits with these ids, by block. */
function placesOf(columns: VisitColumns, ids: ReadonlySet<string>): Map<Block, Set<number>> {
  const places = new Map<Block, Set<number>>();
  for (const id of ids) {
    const place = columns.placeOf(id);
    if (place) places.set(place.block, (places.get(place.block) ?? new Set()).add(place.at));
  }
  return places;
}

/** Narrows a block further; returns how many are left. */
type Pass = (block: Block, before: number) => number;

/** Matches the holder's name, if one is given, or a visit that is free, or either. */
function holderPass({ kinds }: VisitColumns, { filter, now }: VisitCriteria): Pass {
  const { isFree } = filter;
  const name = filter.takenBy?.toLowerCase();
  const isName = kinds.mark({
    taken_by: (holder) => (name === undefined ? isFree === false : holder.toLowerCase() === name),
  });
  return (block, before) => {
    const until = block.columns.taken_until;
    if (until.most <= now) return isFree === true ? before : 0;
    const holds = (at: number) =>
      until.at(at) > now ? isName[block.kinds[at] ?? 0] === -1 : isFree === true;
    return keepIf(block, holds, before);
  };
}

/** Bounds in major units differ in minor units from currency to currency. */
function amountPass(kinds: readonly Kind[], currencies: readonly string[], { amount }: ReadFilter): Pass {
  const bounds = new Map(currencies.map((currency) => [currency, minorBounds(amount, currency)]));
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

function textPass(columns: VisitColumns, { filter: { text = "" }, named }: VisitCriteria): Pass {
  const says = saysWords(text);
  const matchesReason = columns.kinds.mark({ reason: says });
  const places = placesOf(columns, named);
  return (block, before) => {
    const here = places.get(block);
    if (!here) return keepKinds(block, matchesReason, before);
    return keepIf(block, (at) => matchesReason[block.kinds[at] ?? 0] === -1 || here.has(at), before);
  };
}

function idsPass(columns: VisitColumns, ids: ReadonlySet<string>): Pass {
  const places = placesOf(columns, ids);
  return (block, before) => {
    const here = places.get(block);
    return here ? keepIf(block, (at) => here.has(at), before) : 0;
  };
}

/** A prepared search: it narrows a block to the matching places, at the beginning of `selected`. */
export class Search {
  readonly #bounds: readonly Bounds[];
  readonly #isEveryKind: boolean;
  readonly #passes: readonly Pass[];
  readonly #kinds: Kinds;
  #families: ReturnType<Kinds["familiesOf"]> | undefined;
  /** So that no search takes long. */
  #sortsLeft = 1;
  readonly wanted: Marks;
  /** The counts and sums of the wanted kinds. */
  readonly sums: readonly (readonly [currency: string, count: number, minor: number])[];
  /** The currency of all wanted kinds, if there is only one. */
  readonly currency: string | undefined;
  /** Its matches stay the same until a visit changes. */
  readonly isLasting: boolean;

  constructor(columns: VisitColumns, criteria: VisitCriteria) {
    const { kinds } = columns;
    const { filter, now } = criteria;
    this.#kinds = kinds;
    this.wanted = kinds.mark(kindTests(filter));
    this.sums = kinds.sums(this.wanted);
    this.#isEveryKind = this.sums.reduce((visits, [, count]) => visits + count, 0) === columns.count;
    const currencies = this.sums.map(([currency]) => currency);
    this.currency = currencies.length === 1 ? currencies[0] : undefined;
    const { amount } = filter;
    const isAmount = amount.from !== undefined || amount.to !== undefined;
    const bounds = boundsOf(criteria);
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
      filter.text === undefined ? undefined : textPass(columns, criteria),
      isAmount && this.currency === undefined ? amountPass(kinds.list, currencies, filter) : undefined,
      isHolder && (isHeld || filter.isFree !== true) ? holderPass(columns, criteria) : undefined,
    ];
    this.#passes = passes.filter((pass) => pass !== undefined);
    this.isLasting = !isHeld && filter.text === undefined && filter.isSnoozed === undefined;
  }

  /** True when kinds alone decide: their totals are already known. */
  get isOfKinds(): boolean {
    return this.#bounds.length === 0 && this.#passes.length === 0;
  }

  #isOutside({ columns }: Block): boolean {
    return this.#bounds.some(
      ({ column, from, to }) => columns[column].least > to || columns[column].most < from,
    );
  }

  narrow(block: Block): number {
    return this.#isOutside(block) ? 0 : this.#narrowFurther(block, this.#bounds, all, this.#isEveryKind);
  }

  #narrowFurther(block: Block, bounds: readonly Bounds[], before: number, isOfWanted: boolean): number {
    let count = before;
    for (const each of bounds) count = keepWithin(block, block.columns[each.column], each, count);
    if (!isOfWanted) count = keepKinds(block, this.wanted, count);
    for (const pass of this.#passes) count = count === 0 ? 0 : pass(block, count);
    return listSelected(block, count);
  }

  /** Adds the matches of a group; false, having added nothing, if each of its places has to be looked at. */
  sumGroup(group: BlockGroup, sums: Sum | SumsOfKinds): boolean {
    if (this.#passes.length > 0) return false;
    const cutting = this.#bounds.filter((bounds) => group.blocks.some((block) => isCut(block, bounds)));
    if (cutting.length === 0) {
      sums.addSums(group.sums, this.wanted);
      return true;
    }
    return cutting.some((bounds) => this.#sumSorted(group, bounds, cutting, sums));
  }

  /** Uses the places sorted by one bound's column, if those within it need no other test, or are few. */
  #sumSorted(group: BlockGroup, bounds: Bounds, cutting: Bounds[], sums: Sum | SumsOfKinds): boolean {
    const sorted = group.sorted(bounds.column, () => this.#sortsLeft-- > 0);
    if (!sorted) return false;
    this.#families ??= this.#kinds.familiesOf(this.wanted);
    const { families, areWhole } = this.#families;
    const runs = sorted.runs(families, bounds);
    const others = cutting.filter((each) => each !== bounds);
    const kindOf = ({ number }: Run["family"]) => this.#kinds.families[number] ?? 0;
    if (areWhole && others.length === 0) {
      for (const run of runs) sums.addMany(kindOf(run.family), run.to - run.from, sumOfRun(run));
      return true;
    }
    const count = runs.reduce((total, { from, to }) => total + to - from, 0);
    if (count > group.count / fewOf) return false;
    for (const { family, from, to } of runs)
      for (let index = from; index < to; index += 1) {
        if (!isWithinAll(sorted, family, index, others)) continue;
        const kind = areWhole ? kindOf(family) : sorted.kind(family, index);
        if (this.wanted[kind] === -1) sums.addMany(kind, 1, sorted.value(family, index, "amount_minor"));
      }
    return true;
  }

  /** Adds the matches of a block. */
  sum(block: Block, sums: Sum | SumsOfKinds): void {
    if (this.#isOutside(block)) return;
    const cutting = this.#bounds.filter((bounds) => isCut(block, bounds));
    const { byKind } = block;
    if (!this.#isEveryKind && byKind.keys.length <= block.count / fewOf) {
      const wanted = byKind.count(this.wanted);
      if (wanted === 0) return;
      if (wanted <= block.count / fewOf) {
        sums.add(block, this.#narrowFurther(block, cutting, byKind.put(this.wanted, selected), true));
        return;
      }
    }
    const [bounds = anything, ...others] = cutting;
    if (sums instanceof Sum && others.length === 0 && this.#passes.length === 0)
      sums.addWithin(block, this.wanted, block.columns[bounds.column], bounds);
    else sums.add(block, this.#narrowFurther(block, cutting, all, this.#isEveryKind));
  }
}

/** True if some of a block's values may be outside the bounds. */
function isCut({ columns }: Block, { column, from, to }: Bounds): boolean {
  return columns[column].least < from || columns[column].most > to;
}

function isWithinAll(
  sorted: SortedPlaces,
  family: Run["family"],
  index: number,
  bounds: readonly Bounds[],
): boolean {
  for (const { column, from, to } of bounds) {
    const value = sorted.value(family, index, column);
    if (value < from || value > to) return false;
  }
  return true;
}

/** Places are looked at one by one if they are no more than one in this many. */
const fewOf = 8;
const anything: Bounds = { column: "amount_minor", from: -Infinity, to: Infinity };
