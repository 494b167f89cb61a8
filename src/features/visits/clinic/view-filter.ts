import { keysOf } from "#room/contract/keys-of.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitFilter, VisitSort } from "#room/contract/schemas/visit-filter.ts";
import { reasonKey } from "#room/features/visits/queue/situation.ts";
import { isDownByDefault } from "#room/features/visits/queue/visits-search.ts";
import { daysBefore, serviceRange } from "#room/features/visits/queue/service-filter.ts";
import { clinicDays } from "./clinic-days-now.ts";
import { everything } from "./clinic-search.ts";
import type { ClinicSearch, ClinicTab, Waited } from "./clinic-search.ts";

/** What a view's filter depends on besides its address. */
export interface FilterFacts {
  readonly me: string;
  readonly today: string;
  /** The reason for the key; undefined when unknown, or no longer known. */
  readonly reason: string | undefined;
  /** The text in the search box. */
  readonly typed: string;
}

/** The waiting days of each range. */
const waitedDays: Readonly<Record<Waited, VisitFilter>> = {
  "0-1": { waitingTo: 1 },
  "2-3": { waitingFrom: 2, waitingTo: 3 },
  "4-7": { waitingFrom: 4, waitingTo: 7 },
  "8+": { waitingFrom: 8 },
};

const startOf = (date: string) => wireDateTimeOf(new Date(clinicDays().startOf(date)));

/** When the newest event arrived: within some days, on one day, or since a day. */
function receivedFilter(age: string, today: string): VisitFilter {
  const isDay = age.includes("-");
  const from = isDay ? age.slice(0, 10) : daysBefore(today, Number(age));
  return {
    receivedFrom: startOf(from),
    ...(isDay && !age.endsWith("..") ? { receivedTo: startOf(daysBefore(age, -1)) } : {}),
  };
}

const sorts = {
  need: "need",
  age: "age",
  amount: "amount",
  updated: "received",
  service: "serviceDate",
  reason: "reason",
} as const satisfies Record<ClinicSearch["sort"], VisitSort>;

const tabFilters = (me: string): Readonly<Record<ClinicTab, VisitFilter>> => ({
  todo: { takenBy: me, isFree: true, isSnoozed: false },
  open: {},
  later: { isSnoozed: true },
  charged: { states: ["charged"] },
  closed: { states: ["closed"] },
  all: { states: ["withheld", "refused", "charged", "closed"] },
});

/** A reason no visit has: the one in the address no longer exists. */
const gone = "\u0000";

/** The filter sent to the service for a view. */
export function filterOf(search: ClinicSearch, facts: FilterFacts): VisitFilter {
  const { me, today, reason, typed } = facts;
  const { waited } = search;
  const { tab, state, practice, payer, provider, service, age, amount, who, sort, isDescending } = search;
  const filter: VisitFilter = { ...tabFilters(me)[tab] };
  if (state !== "") filter.states = [state];
  if (search.reason !== "") filter.reason = reason ?? gone;
  if (practice !== "") filter.practiceId = practice;
  if (payer !== "") filter.payerId = payer;
  if (provider !== "") filter.providerId = provider;
  if (service !== "") Object.assign(filter, serviceRange(service, today));
  if (age !== "") Object.assign(filter, receivedFilter(age, today));
  if (waited !== "") Object.assign(filter, waitedDays[waited]);
  const [least, most] = amount.split("..");
  if (least) filter.amountFrom = Number(least);
  if (most) filter.amountTo = Number(most);
  if (who !== "") {
    delete filter.takenBy;
    delete filter.isFree;
    if (who === "free") filter.isFree = true;
    else filter.takenBy = who === "me" ? me : who;
  }
  if (typed.trim() !== "") filter.text = typed.trim().slice(0, 200);
  filter.sort = sorts[sort];
  if (isDescending) filter.isDescending = true;
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
  const { states, reason, practiceId, payerId, providerId, takenBy, isFree, from, to } = filter;
  const who = takenBy === owner ? "me" : (takenBy ?? (isFree === true ? "free" : ""));
  const sort = keysOf(sorts).find((key) => sorts[key] === filter.sort) ?? "need";
  const [only] = states ?? [];
  const { amountFrom, amountTo } = filter;
  return {
    ...everything,
    tab,
    state: states?.length === 1 && (only === "withheld" || only === "refused") ? only : "",
    reason: reason ? reasonKey(reason) : "",
    practice: practiceId ?? "",
    payer: payerId ?? "",
    provider: providerId ?? "",
    service: from || to ? `${from ?? "0001-01-01"}..${to ?? "9999-12-31"}` : "",
    amount:
      typeof amountFrom === "number" || typeof amountTo === "number"
        ? `${amountFrom ?? ""}..${amountTo ?? ""}`
        : "",
    who: tab === "todo" ? "" : who,
    sort,
    isDescending: filter.isDescending ?? (filter.sort ? false : isDownByDefault(sort)),
  };
}
