import type { QueueState } from "./queue-state.ts";
import type { VisitsPageSearch } from "#room/features/visits/visits-page-search.ts";
import { serviceShape } from "./service-filter.ts";

export const tabs = ["all", "needs", "drafts", "waiting", "charged"] as const;
export type QueueTab = (typeof tabs)[number];

export const sortKeys = [
  "need",
  "age",
  "visit",
  "service",
  "reason",
  "lines",
  "amount",
  "attempt",
  "updated",
] as const;
export type SortKey = (typeof sortKeys)[number];

const states: readonly QueueState[] = [
  "draft",
  "held",
  "waiting",
  "unknown",
  "withheld",
  "refused",
  "charged",
];

/** Days back offered by the page; empty is any time. */
export const agesInDays = ["1", "7", "30"] as const;
export type Age = "" | (typeof agesInDays)[number];

/**
 * The queue's search parameters: which rows, in which order. Contains no patient data: only the practice's id; a reason
 * is a key (`reasonKey`), never its words, and typed search text is left out.
 */
export interface VisitsSearch {
  readonly tab: QueueTab;
  /** Within the tab; empty means all of its states. */
  readonly states: readonly QueueState[];
  readonly reason: string;
  readonly practice: string;
  readonly age: Age;
  /** Dates of service (`serviceShape`); empty is any. */
  readonly service: string;
  readonly sort: SortKey;
  readonly isDescending: boolean;
}

function oneOf<T extends string>(values: readonly T[], given: unknown): T | undefined {
  return values.find((value) => value === given);
}

function textOf(given: unknown, shape: RegExp): string {
  return typeof given === "string" && shape.test(given) ? given : "";
}

/** Parses the search parameters; unknown values count as absent. */
export function readVisitsSearch(search: Readonly<Record<string, unknown>>): VisitsSearch {
  const named = typeof search["state"] === "string" ? search["state"].split(",") : [];
  const sort = oneOf(sortKeys, search["sort"]) ?? "need";
  return {
    tab: oneOf(tabs, search["tab"]) ?? "all",
    states: states.filter((state) => named.includes(state)),
    reason: textOf(search["reason"], /^[0-9a-z]{1,13}$/),
    practice: textOf(search["practice"], /^[0-9a-f]{32}$/),
    age: oneOf(agesInDays, search["age"]) ?? "",
    service: textOf(search["service"], serviceShape),
    sort,
    isDescending: search["order"] === "down" || (search["order"] === undefined && isDownByDefault(sort)),
  };
}

/** The order of the first click on a column: largest or newest first. */
export function isDownByDefault(sort: SortKey): boolean {
  return (
    sort === "amount" || sort === "service" || sort === "attempt" || sort === "updated" || sort === "lines"
  );
}

export type SortedBy = Pick<VisitsSearch, "sort" | "isDescending">;

/** The order after a click on a column: its default, then reversed, then the list's own. */
export function nextOrder(now: SortedBy, sort: SortKey): SortedBy {
  const usual = isDownByDefault(sort);
  if (now.sort !== sort) return { sort, isDescending: usual };
  return now.isDescending === usual ? { sort, isDescending: !usual } : { sort: "need", isDescending: false };
}

/** The search parameters of a view, without defaults. */
export function writeVisitsSearch(search: VisitsSearch): VisitsPageSearch {
  return {
    tab: search.tab === "all" ? undefined : search.tab,
    state: search.states.length === 0 ? undefined : search.states.join(","),
    reason: search.reason || undefined,
    practice: search.practice || undefined,
    age: search.age || undefined,
    service: search.service || undefined,
    sort: search.sort === "need" ? undefined : search.sort,
    order:
      search.isDescending === isDownByDefault(search.sort) ? undefined : search.isDescending ? "down" : "up",
  };
}
