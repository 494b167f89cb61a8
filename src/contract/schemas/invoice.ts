import * as z from "zod/mini";
import { money } from "#room/contract/primitives/money.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** One line of an invoice: a billable charge of the visit. */
export const invoiceLine = z.looseObject({
  lineNumber: z.number(),
  cpt: z.string(),
  modifier: z.array(z.string()),
  quantity: z.number(),
  amount: money,
  providerId: optional(z.string()),
  payerId: optional(z.string()),
  billtoPayer: z.boolean(),
  /** The codes that the line points to, main one first. */
  diagnoses: z.array(z.string()),
});
export type InvoiceLine = z.output<typeof invoiceLine>;

/** A visit's invoice: what was billed. */
export const invoice = z.looseObject({
  invoiceNumber: z.number(),
  visitId: z.string(),
  practiceId: z.string(),
  eventId: z.string(),
  createdOn: wireDateTime,
  createdBy: optional(z.string()),
  lines: z.array(invoiceLine),
  total: money,
  paid: money,
  balance: money,
});
export type Invoice = z.output<typeof invoice>;
