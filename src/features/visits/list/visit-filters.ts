import { recordOf } from "#room/contract/keys-of.ts";
import { amountOfMinor } from "#room/contract/primitives/money.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { dayNumber } from "#room/billing/clinic-days.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { lastAttemptAt, type ListRow } from "./list-row.ts";
import { ageWords, arrivedBetween, arrivedQuery, days, filtersOfDays, firstArrived } from "./age-filter.ts";
import { askedAs, filtersOfCharges, oneGuid, shaped } from "./charged-filters.ts";
import { filtersOfFigures } from "./figure-filters.ts";
import { noneWords } from "#room/features/visits/none-words.ts";
import { amountWords } from "#room/features/visits/clinic/amount-range.ts";
import type { ReasonOffer } from "#room/features/visits/clinic/reason-offers.ts";
import {
  serviceChoices,
  serviceRange,
  serviceShape,
  serviceTest,
  serviceWords,
} from "#room/features/visits/queue/service-filter.ts";
import { reasonKey } from "#room/features/visits/queue/row-status.ts";
import { shownStates, stateLook } from "#room/features/visits/states.ts";
import type { useNames } from "#room/features/names/names-now.ts";
import { isSameUser } from "#room/workspace/visits/claim.ts";
import { formatCount } from "#room/ui/formats.ts";
import { type FilterId, filterIds, type ListKind } from "./list-names.ts";

export interface MatchFacts {
  readonly kind: ListKind;
  readonly today: string;
}

export interface FilterFacts {
  readonly me: string;
  /** By the clinic's clock. */
  readonly today: string;
  /** The reason whose key is in the address; undefined when unknown, or no longer known. */
  readonly reason?: string | undefined;
  readonly heldReason?: string | undefined;
}

export interface FilterContext {
  readonly kind: ListKind;
  readonly tab: string;
  readonly me: string;
  readonly names: ReturnType<typeof useNames>;
  readonly reasons: readonly ReasonOffer[];
  /** The reason that the visits of the view were ever held for. */
  readonly heldReason?: string | undefined;
  /** Rows of the list: the values they contain are offered. */
  readonly rows: readonly ListRow[];
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
}

/** All there is to know of one filter. Its value is that of the address; empty is off. */
interface VisitListFilter {
  readonly title: string;
  /** The lists that have it; absent: both. */
  readonly only?: ListKind;
  readonly isRare?: true;
  /** Asked for by a dialog besides its options: “Choose dates…”. */
  readonly asks?: string;
  /** The value, empty if it is not one. */
  readonly read: (given: string, kind: ListKind) => string;
  readonly toQuery: (value: string, facts: FilterFacts) => VisitFilter;
  /** The value of what another program saved; `owner` saved it. */
  readonly fromQuery: (filter: VisitFilter, owner: string) => string;
  /** Whether a row passes. What only the service can say of its own visits passes. */
  readonly matches: (row: ListRow, value: string, facts: MatchFacts) => boolean;
  readonly label: (value: string, context: FilterContext) => string;
  readonly options: (context: FilterContext) => readonly Option[];
}

const most = 50;

/** Days since the first event, in the service's groups. */
export const waitedRanges = ["0-1", "2-3", "4-7", "8+"] as const;
export type Waited = (typeof waitedRanges)[number];
const waitedDays: Readonly<Record<Waited, VisitFilter>> = {
  "0-1": { waitingTo: 1 },
  "2-3": { waitingFrom: 2, waitingTo: 3 },
  "4-7": { waitingFrom: 4, waitingTo: 7 },
  "8+": { waitingFrom: 8 },
};
const waitedWords = (waited: string) =>
  `Waiting ${waited.replace("-", " to ").replace("+", " or more")} days`;
const agesInDays = ["1", "7", "30"] as const;
const openStates = ["withheld", "refused"] as const;

function waitedOf(value: string): VisitFilter {
  const range = waitedRanges.find((each) => each === value);
  return range ? waitedDays[range] : {};
}

function idsIn(rows: readonly ListRow[], idsOf: (row: ListRow) => readonly string[]): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    for (const id of idsOf(row)) if (id !== "") found.add(id);
    if (found.size >= most) break;
  }
  return [...found].sort();
}

function named(
  kind: "practice" | "payer" | "provider",
  title: string,
  idsOf: (row: ListRow) => readonly string[],
): VisitListFilter {
  return {
    ...askedAs(title, `${kind}Id`, oneGuid, (id, { names }) => names.words(kind, id)),
    isRare: true,
    matches: (row, value) => idsOf(row).includes(value),
    options: ({ rows, names }) =>
      idsIn(rows, idsOf).map((value) => ({ value, label: names.words(kind, value) })),
  };
}

const none = "none";

/** A name, or none. `onCharged`: what it is of charged visits, which is what their invoices say. */
function namedOrNone(
  kind: keyof typeof noneWords,
  title: string,
  idsOf: (row: ListRow) => readonly string[],
  onCharged = title,
): VisitListFilter {
  const one = named(kind, title, idsOf);
  const label = noneWords[kind];
  return {
    ...one,
    read: (given, list) => (given === none ? given : one.read(given, list)),
    toQuery: (value, facts) => (value === none ? { without: [kind] } : one.toQuery(value, facts)),
    fromQuery: (filter, owner) => (filter.without?.includes(kind) ? none : one.fromQuery(filter, owner)),
    // The lines of a charged visit are for the service to say.
    matches: (row, value, facts) =>
      value === none ? row.leads === "clinic" || idsOf(row).length === 0 : one.matches(row, value, facts),
    label: (value, { names, tab }) =>
      value === none ? label : `${tab === "charged" ? onCharged : title}: ${names.words(kind, value)}`,
    options: (context) => [{ value: none, label }, ...one.options(context)],
  };
}

/** Every filter of the lists: a new one is an id, and an entry here. */
export const visitFilters: Readonly<Record<FilterId, VisitListFilter>> = {
  state: {
    title: "State",
    read: (given, kind) => {
      const states = given.split(",");
      if (kind === "clinic") return openStates.find((state) => state === given) ?? "";
      return shownStates.filter((state) => states.includes(state)).join(",");
    },
    toQuery: (value) => ({ states: openStates.filter((state) => state === value) }),
    fromQuery: ({ states }) => openStates.find((state) => states?.length === 1 && states[0] === state) ?? "",
    matches: ({ state }, value, { kind }) =>
      value.split(",").includes(kind === "clinic" && state === "held" ? "withheld" : state),
    label: (value) =>
      `State: ${shownStates
        .filter((state) => value.split(",").includes(state))
        .map((state) => stateLook(state).label.toLowerCase())
        .join(", ")}`,
    // An open visit is withheld or refused; the other tabs have a single state. This device's are chosen above the list.
    options: ({ kind, tab }) =>
      kind === "browser" || tab === "charged" || tab === "closed"
        ? []
        : openStates.map((value) => ({ value, label: stateLook(value).label })),
  },
  reason: {
    title: "Reason",
    read: shaped(/^[0-9a-z]{1,13}$/),
    // Without one, a reason no visit has: that of the address no longer exists.
    toQuery: (_value, { reason = "\u0000" }) => ({ reason }),
    fromQuery: ({ reason, wasHeld: was }) => (reason && was !== true ? reasonKey(reason) : ""),
    matches: ({ status }, value) => reasonKey(status.reason) === value,
    label: (value, { reasons }) =>
      `Reason: ${reasons.find(({ name }) => reasonKey(name) === value)?.name ?? "none left"}`,
    options: ({ reasons }) =>
      reasons.slice(0, most).map(({ name, count }) => ({
        value: reasonKey(name),
        label: name,
        ...(count === undefined ? {} : { detail: formatCount(count) }),
      })),
  },
  who: {
    title: "Who has it",
    only: "clinic",
    read: shaped(/^[^\s\p{C}]{1,100}$/u),
    toQuery: (value, { me }) =>
      value === "free" ? { isFree: true } : { takenBy: value === "me" ? me : value },
    fromQuery: ({ takenBy, isFree }, owner) =>
      takenBy === owner ? "me" : (takenBy ?? (isFree === true ? "free" : "")),
    matches: ({ leads }, value) => leads === "clinic" || value === "me",
    label: (value) => `Who has it: ${value === "free" ? "nobody" : value}`,
    options: ({ rows, me }) => [
      { value: "me", label: "Me" },
      { value: "free", label: "Nobody" },
      ...idsIn(rows, ({ clinic }) => [clinic?.takenBy ?? ""])
        .filter((name) => !isSameUser(name, me))
        .map((name) => ({ value: name, label: name })),
    ],
  },
  service: {
    title: "Date of service",
    asks: "Choose dates…",
    read: (given, kind) => (kind === "clinic" && given === "none" ? "" : days(serviceShape)(given)),
    toQuery: (value, { today }) => serviceRange(value, today),
    fromQuery: ({ from, to }) => (from || to ? `${from ?? "0001-01-01"}..${to ?? "9999-12-31"}` : ""),
    matches: ({ serviceDate }, value, { today }) => serviceTest(value, today)(serviceDate),
    label: serviceWords,
    options: ({ kind }) =>
      serviceChoices
        .filter((value) => kind === "browser" || value !== "none")
        .map((value) => ({ value, label: serviceWords(value) })),
  },
  amount: {
    title: "Amount",
    asks: "Choose amounts…",
    read: shaped(/^(?=.*\d)\d{0,9}(\.\d{1,2})?\.\.\d{0,9}(\.\d{1,2})?$/),
    toQuery: (value) => {
      const [least, most] = value.split("..");
      return { ...(least && { amountFrom: Number(least) }), ...(most && { amountTo: Number(most) }) };
    },
    fromQuery: ({ amountFrom, amountTo }) =>
      typeof amountFrom === "number" || typeof amountTo === "number"
        ? `${amountFrom ?? ""}..${amountTo ?? ""}`
        : "",
    matches: ({ amount }, value) => {
      const [least, most] = value.split("..");
      const sum = amount && amountOfMinor(amount.minor, amount.currency);
      return sum !== undefined && sum >= Number(least || -Infinity) && sum <= Number(most || Infinity);
    },
    label: amountWords,
    options: () => ["100..", "500..", "1000.."].map((value) => ({ value, label: amountWords(value) })),
  },
  waited: {
    title: "Waiting",
    only: "clinic",
    isRare: true,
    read: (given) => waitedRanges.find((range) => range === given) ?? "",
    toQuery: waitedOf,
    fromQuery: ({ waitingFrom, waitingTo }) =>
      waitedRanges.find(
        (range) =>
          waitedDays[range].waitingFrom === (waitingFrom ?? undefined) &&
          waitedDays[range].waitingTo === (waitingTo ?? undefined),
      ) ?? "",
    matches: ({ leads, createdAt }, value, { today }) => {
      if (leads === "clinic") return true;
      const waited = dayNumber(today) - clinicDays().dayOf(createdAt);
      const { waitingFrom, waitingTo } = waitedOf(value);
      return waited >= (waitingFrom ?? 0) && waited <= (waitingTo ?? Infinity);
    },
    label: waitedWords,
    options: () => waitedRanges.map((value) => ({ value, label: waitedWords(value) })),
  },
  age: {
    title: "Last update",
    isRare: true,
    read: days(/^(1|7|30|\d{4}-\d\d-\d\d(\.\.(\d{4}-\d\d-\d\d)?)?)$/),
    toQuery: arrivedQuery,
    fromQuery: () => "",
    matches: ({ leads, here, updatedAt }, value, { today }) => {
      if (leads === "clinic") return true;
      const at = lastAttemptAt(here) ?? updatedAt;
      const { from, to = Infinity } = arrivedBetween(value, today);
      return at >= from && at < to;
    },
    label: ageWords,
    options: () => agesInDays.map((value) => ({ value, label: ageWords(value) })),
  },
  arrived: firstArrived,
  practice: named("practice", "Practice", ({ practiceId }) => [practiceId]),
  payer: namedOrNone("payer", "Payer", ({ payerIds }) => payerIds, "Bill to"),
  provider: namedOrNone("provider", "Provider", ({ providerIds }) => providerIds),
  ...filtersOfCharges,
  ...filtersOfDays,
  ...filtersOfFigures,
};

export type FilterValues = Readonly<Record<FilterId, string>>;
export const noFilters: FilterValues = recordOf(filterIds, () => "");

export function isNarrowed(values: FilterValues): boolean {
  return filterIds.some((id) => values[id] !== "");
}

export function passesFilters(row: ListRow, values: FilterValues, facts: MatchFacts): boolean {
  return filterIds.every((id) => values[id] === "" || visitFilters[id].matches(row, values[id], facts));
}
