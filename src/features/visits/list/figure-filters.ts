import { shownCaller } from "#room/contract/caller-name.ts";
import { showDates } from "#room/billing/show-date.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { days, daysAnd } from "./age-filter.ts";
import { askedAs, oneGuid, openedByFigures, personIn, shaped } from "./charged-filters.ts";

const lackWords = {
  code: "Other codes",
  person: "Charged by: rules engine (no key)",
  paidBy: "Paid by: no payer (patient)",
  reason: "No reason given",
};

/** What other figures without a name are of. */
const lacking = {
  ...openedByFigures,
  read: (given: string) => keysOf(lackWords).find((each) => each === given) ?? "",
  toQuery: (value: string): VisitFilter => ({ without: keysOf(lackWords).filter((each) => each === value) }),
  fromQuery: (filter: VisitFilter) => keysOf(lackWords).find((each) => filter.without?.includes(each)) ?? "",
  label: (value: string) => Object.entries(lackWords).find(([each]) => each === value)?.[1] ?? "",
};

/** The type and the category of one of its payments: `Card|Copay`. What does not look like such words is no address. */
export const withPayment = {
  ...openedByFigures,
  read: shaped(/^[\p{L}\d ,./&()’'-]{0,40}\|[\p{L}\d ,./&()’'-]{0,40}$/u),
  toQuery: (value: string): VisitFilter => ({ payment: value }),
  fromQuery: ({ payment = "", paidDayFrom }: VisitFilter) => (paidDayFrom ? "" : (payment ?? "")),
  label: (value: string) => `Payment: ${value.split("|").filter(Boolean).join(", ") || "no type"}`,
};

/** A payment that came in on these days: `2026-11-01..2026-11-30 Card|Copay`. */
const paidOn = {
  ...openedByFigures,
  read: (given: string) =>
    days(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d /)(given) && withPayment.read(daysAnd(given).rest) && given,
  toQuery: (value: string): VisitFilter => {
    const { from, to, rest } = daysAnd(value);
    return { payment: rest, paidDayFrom: from, paidDayTo: to };
  },
  fromQuery: ({ payment, paidDayFrom: from, paidDayTo: to }: VisitFilter) =>
    payment && from && to ? `${from}..${to} ${payment}` : "",
  label: (value: string) => {
    const { from, to, rest } = daysAnd(value);
    return `${withPayment.label(rest)}, received ${showDates(from, to)}`;
  },
};

export const filtersOfFigures = {
  without: lacking,
  payment: withPayment,
  paid: paidOn,
  // Of invoices that payments came in with, or that were corrected or voided.
  invoiceBy: { ...openedByFigures, ...askedAs("Invoiced by", "invoiceBy", personIn, shownCaller) },
  paidBy: {
    ...openedByFigures,
    ...askedAs("Paid by", "paidBy", oneGuid, (id, { names }) => names.words("payer", id)),
  },
};
