import * as z from "zod/mini";
import { money } from "#room/contract/primitives/money.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";
import { isoDate, wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** One line of an invoice: a billable charge of the visit. */
export const invoiceLine = z.looseObject({
  lineNumber: z.number(),
  cpt: z.string(),
  modifier: z.array(z.string()),
  quantity: z.number(),
  amount: money,
  paid: optional(money),
  arAmount: optional(money),
  providerId: optional(z.string()),
  payerId: optional(z.string()),
  billtoPayer: z.boolean(),
  /** The codes that the line points to, main one first. */
  diagnoses: z.array(z.string()),
});
export type InvoiceLine = z.output<typeof invoiceLine>;

/** A payment as charged, without its notes. */
export const invoicePayment = z.looseObject({
  paymentType: optional(z.string()),
  paymentCategory: optional(z.string()),
  payerId: optional(z.string()),
  amount: money,
});
export type InvoicePayment = z.output<typeof invoicePayment>;

/** An invoice never changes: a correction replaces it with another, a person voids it, and it stays as it was. */
export const invoiceState = z.enum(["standing", "replaced", "voided"]);
export type InvoiceState = z.output<typeof invoiceState>;

/** Counted from 1. */
export const invoiceNumber = z.number().check(
  rule((value) => Number.isSafeInteger(value) && value > 0, {
    code: "GreaterThan",
    message: "must be the number of an invoice",
  }),
);

const head = {
  invoiceNumber: z.number(),
  visitId: z.string(),
  practiceId: z.string(),
  eventId: z.string(),
  createdOn: wireDateTime,
  createdBy: optional(z.string()),
  /** Date of service, `yyyy-MM-dd`. */
  serviceDate: optional(isoDate),
  total: money,
  paid: money,
  balance: money,
  state: invoiceState,
  /** The invoice of the visit that this one replaced, and the one that replaced it. */
  replaces: optional(z.number()),
  replacedBy: optional(z.number()),
  /** When and by whom it was replaced or voided, by which event, and why; absent while it stands. */
  endedOn: optional(wireDateTime),
  /** When it was voided. */
  voidedOn: optional(wireDateTime),
  endedBy: optional(z.string()),
  endEventId: optional(z.string()),
  endReason: optional(z.string()),
};

/** An invoice without its lines. */
export const invoiceHead = z.looseObject(head);
export type InvoiceHead = z.output<typeof invoiceHead>;

/** A visit's invoice: what was billed. */
export const invoice = z.looseObject({
  ...head,
  lines: z.array(invoiceLine),
  payments: z.array(invoicePayment),
});
export type Invoice = z.output<typeof invoice>;
