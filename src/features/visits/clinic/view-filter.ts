import { keysOf, recordOf } from "#room/contract/keys-of.ts";
import { visitState } from "#room/contract/schemas/visit.ts";
import type { VisitFilter, VisitSort } from "#room/contract/schemas/visit-filter.ts";
import { type ClinicSort, type ClinicTab, filterIds } from "#room/features/visits/list/list-names.ts";
import { type ClinicSearch, isDownByDefault } from "#room/features/visits/list/list-search.ts";
import { type FilterFacts, visitFilters } from "#room/features/visits/list/visit-filters.ts";

export interface ViewFacts extends FilterFacts {
  readonly typed: string;
}

const sorts = {
  need: "need",
  age: "age",
  amount: "amount",
  updated: "received",
  service: "serviceDate",
  reason: "reason",
} as const satisfies Record<ClinicSort, VisitSort>;

const tabFilters = (me: string): Readonly<Record<ClinicTab, VisitFilter>> => ({
  todo: { takenBy: me, isFree: true, isSnoozed: false },
  open: {},
  later: { isSnoozed: true },
  charged: { states: ["charged"] },
  closed: { states: ["closed", "voided"] },
  all: { states: visitState.options },
});

/** What is done waits for nobody: the order of such a list by itself is the newest first. */
export const isDoneTab = (tab: ClinicTab) => tab === "charged" || tab === "closed" || tab === "all";

export function filterOf(search: ClinicSearch, facts: ViewFacts): VisitFilter {
  const { tab, sort, isDescending } = search;
  const filter: VisitFilter = { ...tabFilters(facts.me)[tab] };
  // Whoever is asked for is asked for alone, also where the tab is of mine and nobody's.
  if (search.who !== "") {
    delete filter.takenBy;
    delete filter.isFree;
  }
  for (const id of filterIds) {
    if (search[id] === "") continue;
    const { without, ...query } = visitFilters[id].toQuery(search[id], facts);
    Object.assign(filter, query);
    if (without) filter.without = [...(filter.without ?? []), ...without];
  }
  const text = facts.typed.trim().slice(0, 200);
  if (text !== "") filter.text = text;
  const isNewestFirst = sort === "need" && isDoneTab(tab);
  filter.sort = isNewestFirst ? "received" : sorts[sort];
  if (isDescending || isNewestFirst) filter.isDescending = true;
  return filter;
}

function tabOf({ states, isSnoozed, isFree, takenBy }: VisitFilter): ClinicTab {
  const named = states ?? [];
  if (named.includes("charged")) return named.length > 1 ? "all" : "charged";
  if (named.includes("closed")) return "closed";
  if (isSnoozed === true) return "later";
  return isSnoozed === false && isFree === true && typeof takenBy === "string" ? "todo" : "open";
}

/** The address of a saved view. "Mine" of its owner becomes that of the current user. */
export function searchOf(filter: VisitFilter, owner: string): ClinicSearch {
  const tab = tabOf(filter);
  const isNewestFirst = isDoneTab(tab) && filter.sort === "received" && filter.isDescending === true;
  const named = keysOf(sorts).find((key) => sorts[key] === filter.sort);
  const sort = isNewestFirst ? "need" : (named ?? "need");
  const values = recordOf(filterIds, (id) => visitFilters[id].fromQuery(filter, owner));
  return {
    ...values,
    who: tab === "todo" ? "" : values.who,
    tab,
    sort,
    isDescending: isNewestFirst
      ? false
      : (filter.isDescending ?? (filter.sort ? false : isDownByDefault(sort))),
  };
}
