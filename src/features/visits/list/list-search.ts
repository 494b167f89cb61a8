import { recordOf } from "#room/contract/keys-of.ts";
import type { VisitsPageSearch } from "#room/features/visits/visits-page-search.ts";
import {
  type BrowserTab,
  browserTabs,
  type ClinicSort,
  clinicSorts,
  type ClinicTab,
  clinicTabs,
  filterIds,
  type ListKind,
  type SortKey,
  sortKeys,
} from "./list-names.ts";
import { type FilterValues, noFilters, visitFilters } from "./visit-filters.ts";

/**
 * The search parameters of a list: which rows, in which order. Contains no patient data: a reason is a key
 * (`reasonKey`), never its words, and typed search text is left out.
 */
export interface ListSearch<
  Tab extends string = string,
  Sort extends SortKey = SortKey,
> extends FilterValues {
  readonly tab: Tab;
  readonly sort: Sort;
  readonly isDescending: boolean;
}

export type ClinicSearch = ListSearch<ClinicTab, ClinicSort>;
export type BrowserSearch = ListSearch<BrowserTab>;

/** The order of the first click on a column: largest or newest first. */
export function isDownByDefault(sort: SortKey): boolean {
  return ["amount", "service", "attempt", "updated", "lines"].includes(sort);
}

export type SortedBy = Pick<ListSearch, "sort" | "isDescending">;

/** The order after a click on a column: its default, then reversed, then the list's own. */
export function nextOrder(now: SortedBy, sort: SortKey): SortedBy {
  const usual = isDownByDefault(sort);
  if (now.sort !== sort) return { sort, isDescending: usual };
  return now.isDescending === usual ? { sort, isDescending: !usual } : { sort: "need", isDescending: false };
}

export type ListShape<Tab extends string, Sort extends SortKey> = ReturnType<typeof searchShape<Tab, Sort>>;

/** How an address is read and written; the first tab and the first order are the usual ones. */
function searchShape<Tab extends string, Sort extends SortKey>(
  kind: ListKind,
  tabs: readonly [Tab, ...Tab[]],
  sorts: readonly [Sort, ...Sort[]],
) {
  return {
    kind,
    /** Parses the search parameters; unknown values count as absent. */
    read(given: Readonly<Record<string, unknown>>): ListSearch<Tab, Sort> {
      const filters = recordOf(filterIds, (id) => {
        const { [id]: value } = given;
        const { only = kind, read } = visitFilters[id];
        return typeof value === "string" && only === kind ? read(value, kind) : "";
      });
      const sort = sorts.find((each) => each === given["sort"]) ?? sorts[0];
      const { order } = given;
      const isDescending = order === "down" || (order === undefined && isDownByDefault(sort));
      return { ...filters, tab: tabs.find((each) => each === given["tab"]) ?? tabs[0], sort, isDescending };
    },
    /** The search parameters of a view, without defaults and without which list it is. */
    write(search: ListSearch<Tab, Sort>): VisitsPageSearch {
      const { tab, sort, isDescending } = search;
      return {
        tab: tab === tabs[0] ? undefined : tab,
        ...recordOf(filterIds, (id) => search[id] || undefined),
        sort: sort === sorts[0] ? undefined : sort,
        order: isDescending === isDownByDefault(sort) ? undefined : isDescending ? "down" : "up",
      };
    },
  };
}

export const clinicAddress = searchShape("clinic", clinicTabs, clinicSorts);
export const browserAddress = searchShape("browser", browserTabs, sortKeys);

export const everything: ClinicSearch = { ...noFilters, tab: "todo", sort: "need", isDescending: false };
