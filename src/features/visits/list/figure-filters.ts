import { shownCaller } from "#room/contract/caller-name.ts";
import { showDate, showDates } from "#room/billing/show-date.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import type { Lack, VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { days, daysOf } from "./age-filter.ts";
import { openedByFigures, personIn, shaped } from "./charged-filters.ts";

const lackWords: Readonly<Record<Lack, string>> = {
  payer: "No payer (patient)",
  provider: "No provider",
  code: "Other codes",
  person: "Charged by: rules engine (no key)",
  paidBy: "Paid by: no payer (patient)",
  reason: "No reason given",
};

/** Which of them are picked here, too: the others only figures open. */
const picked = ["payer", "provider"] as const;

/** What figures without a name are of. */
const lacking = {
  ...openedByFigures,
  title: "Without",
  matches: (
    row: {
      readonly leads: string;
      readonly payerIds: readonly string[];
      readonly providerIds: readonly string[];
    },
    value: string,
  ) => row.leads === "clinic" || picked.some((each) => each === value && row[`${each}Ids`].length === 0),
  options: () => picked.map((value) => ({ value, label: lackWords[value] })),
  read: (given: string) => keysOf(lackWords).find((each) => each === given) ?? "",
  toQuery: (value: string): VisitFilter => ({ without: keysOf(lackWords).filter((each) => each === value) }),
  fromQuery: (filter: VisitFilter) => filter.without?.[0] ?? "",
  label: (value: string) =>
    keysOf(lackWords)
      .flatMap((each) => (each === value ? lackWords[each] : []))
      .join(""),
};

/** The type and the category of one of its payments: `Card|Copay`. What does not look like such words is no address. */
export const withPayment = {
  ...openedByFigures,
  title: "Payment",
  read: shaped(/^[\p{L}\d ,./&()’'-]{0,40}\|[\p{L}\d ,./&()’'-]{0,40}$/u),
  toQuery: (value: string): VisitFilter => ({ payment: value }),
  fromQuery: ({ payment = "", paidDayFrom }: VisitFilter) => (paidDayFrom ? "" : (payment ?? "")),
  label: (value: string) => `Payment: ${value.split("|").filter(Boolean).join(", ") || "no type"}`,
};

/** A payment that came in on these days: `2026-11-01..2026-11-30 Card|Copay`. */
const paidOn = {
  ...openedByFigures,
  title: "Payment received",
  read: (given: string) => {
    const { on, payment } = paidOf(given);
    return days(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/)(on) && withPayment.read(payment) && given;
  },
  toQuery: (value: string): VisitFilter => {
    const { on, payment } = paidOf(value);
    const [paidDayFrom, paidDayTo] = daysOf(on);
    return { payment, paidDayFrom, paidDayTo };
  },
  fromQuery: ({ payment, paidDayFrom: from, paidDayTo: to }: VisitFilter) =>
    payment && from && to ? `${from}..${to} ${payment}` : "",
  label: (value: string) => {
    const { on, payment } = paidOf(value);
    const [from = "", to = ""] = daysOf(on);
    return `${withPayment.label(payment)}, received ${from === to ? showDate(from) : showDates(from, to)}`;
  },
};

function paidOf(value: string) {
  const space = value.indexOf(" ");
  return { on: value.slice(0, space), payment: value.slice(space + 1) };
}

/** Of invoices that payments came in with, or that were corrected or voided. */
const invoicedBy = {
  ...openedByFigures,
  title: "Invoiced by",
  read: personIn,
  toQuery: (value: string): VisitFilter => ({ invoiceBy: value }),
  fromQuery: (filter: VisitFilter) => filter.invoiceBy ?? "",
  label: (value: string) => `Invoiced by: ${shownCaller(value)}`,
};

export const filtersOfFigures = {
  without: lacking,
  payment: withPayment,
  paid: paidOn,
  invoiceBy: invoicedBy,
};
