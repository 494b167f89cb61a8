import { showDate, showDates } from "#room/billing/show-date.ts";
import { isCalendarDate, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { openedByFigures } from "./charged-filters.ts";
import { daysBefore } from "#room/features/visits/queue/service-filter.ts";

/** A value of that shape; empty if it names a day that the calendar does not have. */
export const days = (shape: RegExp) => (given: string) => {
  const isReal = (given.match(/\d{4}-\d\d-\d\d/g) ?? []).every((day) => {
    const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
    return isCalendarDate(year, month, date);
  });
  return isReal && shape.test(given) ? given : "";
};

/** The days of a value that names some; the last is empty if it is open. */
export function daysOf(age: string): readonly [from: string, to: string] {
  const [from = "", to = from] = age.split("..");
  return [from, to];
}

/** The days that a value begins with, and what follows: `2026-11-01..2026-11-30 casey`. */
export function daysAnd(value: string) {
  const space = value.indexOf(" ");
  const [from, to] = daysOf(value.slice(0, space));
  return { from, to, rest: value.slice(space + 1) };
}

/** When the newest event arrived: within some days, on one day, since a day, or from a day to another. */
export function arrivedBetween(age: string, today: string): { readonly from: number; readonly to?: number } {
  if (!age.includes("-")) return { from: clinicDays().startOf(daysBefore(today, Number(age))) };
  const [first, last] = daysOf(age);
  const from = clinicDays().startOf(first);
  return last === "" ? { from } : { from, to: clinicDays().startOf(daysBefore(last, -1)) };
}

/** The same of the service’s visits; days are those of each practice’s clock. */
export function arrivedQuery(age: string, { today }: { readonly today: string }): VisitFilter {
  if (!age.includes("-")) return { receivedFrom: wireDateTimeOf(new Date(arrivedBetween(age, today).from)) };
  const [from, to] = daysOf(age);
  return { receivedDayFrom: from, ...(to === "" ? {} : { receivedDayTo: to }) };
}

/** "Updated since 11/01/2026". Either end may be open. */
function spanWords(what: string, [from, to]: ReturnType<typeof daysOf>): string {
  if (to === "") return `${what} since ${showDate(from)}`;
  if (from === "") return `${what} by ${showDate(to)}`;
  return `${what} ${from === to ? "on " : ""}${showDates(from, to)}`;
}

export function ageWords(age: string): string {
  if (!age.includes("-")) return age === "1" ? "Updated in the last day" : `Updated in the last ${age} days`;
  return spanWords("Updated", daysOf(age));
}

/** When the first event arrived: from a day to another, since one, or up to one. */
export const firstArrived = {
  ...openedByFigures,
  read: days(/^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/),
  toQuery: (value: string): VisitFilter => {
    const [from, to] = daysOf(value);
    return { ...(from && { firstReceivedDayFrom: from }), ...(to && { firstReceivedDayTo: to }) };
  },
  fromQuery: ({ firstReceivedDayFrom: from, firstReceivedDayTo: to }: VisitFilter) =>
    from || to ? `${from ?? ""}..${to ?? ""}` : "",
  label: (value: string) => spanWords("Arrived", daysOf(value)),
};

const endWords = { replaced: "Corrected", voided: "Voided" } as const;

/** An invoice of these days was replaced or voided: `replaced 2026-11-01..2026-11-30`, `voided service …`. */
const endedInvoice = {
  ...openedByFigures,
  read: days(/^(replaced|voided) (service )?\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/),
  toQuery: (value: string): VisitFilter => {
    const { what, isOfService, from, to } = endOf(value);
    return {
      endedAs: what,
      endedDateOf: isOfService ? "service" : "charge",
      endedDayFrom: from,
      endedDayTo: to,
    };
  },
  fromQuery: ({ endedAs, endedDateOf, endedDayFrom: from, endedDayTo: to }: VisitFilter) =>
    endedAs && from && to ? `${endedAs} ${endedDateOf === "service" ? "service " : ""}${from}..${to}` : "",
  label: (value: string) => {
    const { what, isOfService, from, to } = endOf(value);
    return `${endWords[what]}: invoices ${isOfService ? "for service on" : "of"} ${showDates(from, to)}`;
  },
};

function endOf(value: string) {
  const words = value.split(" ");
  const [from = "", to = ""] = daysOf(words.at(-1) ?? "");
  const what = words[0] === "voided" ? ("voided" as const) : ("replaced" as const);
  return { what, isOfService: words.length === 3, from, to };
}

/** Who did something with a visit, and on which days: `2026-11-01..2026-11-30 casey`. */
export const workedOn = {
  ...openedByFigures,
  read: days(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d (?!\s)[^\p{C}]{1,100}$/u),
  toQuery: (value: string): VisitFilter => {
    const { from, to, rest: person } = daysAnd(value);
    return { workedBy: person, workedDayFrom: from, workedDayTo: to };
  },
  fromQuery: ({ workedBy: person, workedDayFrom: from, workedDayTo: to }: VisitFilter) =>
    person && from && to ? `${from}..${to} ${person}` : "",
  label: (value: string) => {
    const { from, to, rest: person } = daysAnd(value);
    return `Worked on by ${shownCaller(person)}, ${showDates(from, to)}`;
  },
};

export const filtersOfDays = { work: workedOn, ended: endedInvoice };
