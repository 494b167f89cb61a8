import { groupsOf } from "./block-groups.ts";
import { FirstPlaces } from "./first-places.ts";
import { selected, Sum, SumsOfKinds } from "./filter-block.ts";
import type { ReadFilter } from "./match-visits.ts";
import { Search, type VisitCriteria } from "./search-visits.ts";
import type { Order } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import type { Block, VisitColumns } from "./visit-columns.ts";
import type { SortKey } from "./visit-types.ts";

/** The first places, up to a limit, after a place in an order. */
export type Page = Order & { readonly after: SortKey | undefined; readonly limit: number };

export interface FoundPlaces {
  readonly tally: Tally;
  /** The sort keys of the first ones after a place in the order. */
  readonly first: readonly SortKey[];
}

/** The number of matching visits, their sums, and the first ones in order. */
export function findVisits(columns: VisitColumns, criteria: VisitCriteria, page?: Page): FoundPlaces {
  const search = new Search(columns, criteria);
  if (search.sums.length === 0) return { tally: new Tally(), first: [] };
  const key = search.isLasting ? keyOfFilter(criteria.filter) : undefined;
  const known = search.isOfKinds
    ? tallyOf(search.sums)
    : key === undefined
      ? undefined
      : columns.tallies.get(key);
  if (known && (!page || known.total === 0)) return { tally: known, first: [] };
  const places = page && new FirstPlaces(columns, search.wanted, page);
  const { currency } = search;
  const sums = currency === undefined ? new SumsOfKinds(columns.kinds.list) : new Sum(currency);
  const offered = new Set<Block>();
  for (const block of places?.sorted(columns.blocks) ?? []) {
    // Blocks after it cannot have one either.
    if (places?.isPast(block)) break;
    const count = search.narrow(block);
    places?.offer(block, selected, count);
    if (!known) sums.add(block, count);
    offered.add(block);
  }
  if (!known)
    for (const group of groupsOf(columns.blocks, columns.kinds)) {
      const rest = group.blocks.filter((block) => !offered.has(block));
      if (rest.length < group.blocks.length || !search.sumGroup(group, sums))
        for (const block of rest) search.sum(block, sums);
    }
  const tally = known ?? tallyOf(sums.byCurrency());
  if (key !== undefined) columns.tallies.keep(key, tally);
  return { tally, first: places?.keys() ?? [] };
}

function tallyOf(sums: Iterable<readonly [currency: string, count: number, minor: number]>): Tally {
  const tally = new Tally();
  for (const [currency, count, minor] of sums) tally.addMany(currency, count, minor);
  return tally;
}

function keyOfFilter(filter: ReadFilter): string {
  return JSON.stringify(filter, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value));
}
