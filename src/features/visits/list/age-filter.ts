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

export function ageWords(age: string): string {
  if (!age.includes("-")) return age === "1" ? "Updated in the last day" : `Updated in the last ${age} days`;
  const [from, to] = daysOf(age);
  if (to === "") return `Updated since ${showDate(from)}`;
  return from === to ? `Updated on ${showDate(from)}` : `Updated ${showDates(from, to)}`;
}

/** When the first event arrived: from a day to another, since one, or up to one. */
export const firstArrived = {
  ...openedByFigures,
  title: "Arrived",
  read: days(/^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/),
  toQuery: (value: string): VisitFilter => {
    const [from, to] = daysOf(value);
    return { ...(from && { firstReceivedDayFrom: from }), ...(to && { firstReceivedDayTo: to }) };
  },
  fromQuery: ({ firstReceivedDayFrom: from, firstReceivedDayTo: to }: VisitFilter) =>
    from || to ? `${from ?? ""}..${to ?? ""}` : "",
  label: (value: string) => {
    const [from, to] = daysOf(value);
    if (to === "") return `Arrived since ${showDate(from)}`;
    if (from === "") return `Arrived by ${showDate(to)}`;
    return from === to ? `Arrived on ${showDate(from)}` : `Arrived ${showDates(from, to)}`;
  },
};

const endWords = { replaced: "Corrected", voided: "Voided" } as const;

/** An invoice of these days was replaced or voided: `replaced 2026-11-01..2026-11-30`, `voided service …`. */
const endedInvoice = {
  ...openedByFigures,
  title: "Corrected or voided",
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
    const on = from === to ? showDate(from) : showDates(from, to);
    return `${endWords[what]}: invoices ${isOfService ? "for service on" : "of"} ${on}`;
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
  title: "Worked on by",
  read: days(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d (?!\s)[^\p{C}]{1,100}$/u),
  toQuery: (value: string): VisitFilter => {
    const { from, to, person } = workOf(value);
    return { workedBy: person, workedDayFrom: from, workedDayTo: to };
  },
  fromQuery: ({ workedBy: person, workedDayFrom: from, workedDayTo: to }: VisitFilter) =>
    person && from && to ? `${from}..${to} ${person}` : "",
  label: (value: string) => {
    const { from, to, person } = workOf(value);
    const on = from === to ? showDate(from) : showDates(from, to);
    return `Worked on by ${shownCaller(person)}, ${on}`;
  },
};

function workOf(value: string) {
  const [span = "", ...name] = value.split(" ");
  const [from, to] = daysOf(span);
  return { from, to, person: name.join(" ") };
}

export const filtersOfDays = { work: workedOn, ended: endedInvoice };
