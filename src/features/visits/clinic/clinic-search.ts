import { keysOf } from "#room/contract/keys-of.ts";
import { isCalendarDate } from "#room/contract/primitives/wire-date-time.ts";
import { serviceShape } from "#room/features/visits/queue/service-filter.ts";
import type { SortKey } from "#room/features/visits/queue/visits-search.ts";
import type { VisitsPageSearch } from "#room/features/visits/visits-page-search.ts";
import { isDownByDefault } from "#room/features/visits/queue/visits-search.ts";

/** `todo`: open, mine or unassigned, not snoozed, plus this browser's. `open`: whoever has it. `later`: snoozed. */
export const clinicTabs = ["todo", "open", "later", "charged", "closed", "all"] as const;
export type ClinicTab = (typeof clinicTabs)[number];

const states = ["withheld", "refused"] as const;

/** Days since the first event, in the service's groups. */
export const waitedRanges = ["0-1", "2-3", "4-7", "8+"] as const;
export type Waited = (typeof waitedRanges)[number];

/** `need`: oldest day first, and within a day the largest amount first. */
export const clinicSorts = [
  "need",
  "age",
  "amount",
  "updated",
  "service",
  "reason",
] as const satisfies SortKey[];

/** The search parameters of the clinic's list. As in `VisitsSearch`: a reason by its key, and no typed text. */
export interface ClinicSearch {
  readonly tab: ClinicTab;
  /** One of the two states of an open visit; empty for both. */
  readonly state: "" | (typeof states)[number];
  readonly reason: string;
  readonly practice: string;
  readonly payer: string;
  readonly provider: string;
  /** Dates of service (`serviceShape`). */
  readonly service: string;
  /** When its newest event arrived: days back, one day of the clinic, or since a day ("2026-11-10.."). */
  readonly age: string;
  /** How many days it has waited. */
  readonly waited: "" | Waited;
  /** "100..250", "..50", "1000..": in major units. */
  readonly amount: string;
  /** "me", "free", or a user's name. */
  readonly who: string;
  readonly sort: (typeof clinicSorts)[number];
  readonly isDescending: boolean;
}

/** All filters of a tab: everything except the tab and the order. */
export const noFilters = {
  state: "",
  reason: "",
  practice: "",
  payer: "",
  provider: "",
  service: "",
  age: "",
  waited: "",
  amount: "",
  who: "",
} as const satisfies Partial<ClinicSearch>;

export const everything: ClinicSearch = { ...noFilters, tab: "todo", sort: "need", isDescending: false };

const guidShape = /^[0-9a-f]{32}$/;
const amountShape = /^(?=.*\d)\d{0,9}(\.\d{1,2})?\.\.\d{0,9}(\.\d{1,2})?$/;
const whoShape = /^[^\s\p{C}]{1,100}$/u;

function oneOf<T extends string>(values: readonly T[], given: unknown): T | undefined {
  return values.find((value) => value === given);
}

function textOf(given: unknown, shape: RegExp): string {
  return typeof given === "string" && shape.test(given) ? given : "";
}

/** Like `textOf`; empty if it names a day that the calendar does not have. */
function daysOf(given: unknown, shape: RegExp): string {
  const text = textOf(given, shape);
  const days = text.match(/\d{4}-\d\d-\d\d/g) ?? [];
  const isReal = days.every((day) => {
    const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
    return isCalendarDate(year, month, date);
  });
  return isReal ? text : "";
}

/** Parses the search parameters; unknown values count as absent. */
export function readClinicSearch(given: Readonly<Record<string, unknown>>): ClinicSearch {
  const sort = oneOf(clinicSorts, given["sort"]) ?? "need";
  const service = daysOf(given["service"], serviceShape);
  return {
    tab: oneOf(clinicTabs, given["tab"]) ?? "todo",
    state: oneOf(states, given["state"]) ?? "",
    reason: textOf(given["reason"], /^[0-9a-z]{1,13}$/),
    practice: textOf(given["practice"], guidShape),
    payer: textOf(given["payer"], guidShape),
    provider: textOf(given["provider"], guidShape),
    service: service === "none" ? "" : service,
    age: daysOf(given["age"], /^(1|7|30|\d{4}-\d\d-\d\d(\.\.)?)$/),
    waited: oneOf(waitedRanges, given["waited"]) ?? "",
    amount: textOf(given["amount"], amountShape),
    who: textOf(given["who"], whoShape),
    sort,
    isDescending: given["order"] === "down" || (given["order"] === undefined && isDownByDefault(sort)),
  };
}

/** The search parameters of a view, without defaults. */
export function writeClinicSearch(search: ClinicSearch): VisitsPageSearch {
  const { tab, sort, isDescending, ...filters } = search;
  const order = isDescending === isDownByDefault(sort) ? undefined : isDescending ? "down" : "up";
  return {
    tab: tab === "todo" ? undefined : tab,
    ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value || undefined])),
    sort: sort === "need" ? undefined : sort,
    order,
  };
}

export function isNarrowed(search: ClinicSearch): boolean {
  return keysOf(noFilters).some((name) => search[name] !== "");
}
