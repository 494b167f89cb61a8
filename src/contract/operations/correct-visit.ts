import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText } from "#room/contract/primitives/rule.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { invoiceNumber } from "#room/contract/schemas/invoice.ts";

/**
 * CorrectVisit, an extension: the event makes a new invoice, which takes the place of the visit's standing one. That
 * stays, and names the new one. Repeating the same request returns the same answer; with other content it is 409
 * `EventIdReused`. 409 `InvoiceNotNewest` when the invoice was replaced or voided before, or is another visit's.
 */
export const correctVisit = defineExtension({
  name: "CorrectVisitRequest",
  effect: "write",
  right: "correct-charges",
  discloses: "no-patient-data",
  request: z.looseObject({
    autoChargedEvent,
    /** The number of the invoice it replaces. */
    replacesInvoice: invoiceNumber,
    reason: requiredText(1000),
  }),
  response: z.looseObject({ result: z.boolean(), invoiceNumber: optional(z.number()) }),
});
