import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { invoice, invoiceHead, invoiceNumber } from "#room/contract/schemas/invoice.ts";
import { optional } from "#room/contract/primitives/rule.ts";

/** GetVisitInvoice, an extension: the newest invoice of a visit, or the one asked for; absent when there is none. */
export const getVisitInvoice = defineExtension({
  name: "GetVisitInvoiceRequest",
  effect: "read",
  right: "visits",
  discloses: "patient-data",
  freshMs: 30_000,
  request: z.looseObject({ visitId: requiredGuid, invoiceNumber: optional(invoiceNumber) }),
  response: z.looseObject({
    invoice: optional(invoice),
    /** All invoices of the visit, oldest first, limited to the newest 200. */
    invoices: z.array(invoiceHead),
  }),
});
