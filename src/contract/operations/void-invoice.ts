import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { guid, requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, requiredText } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { invoiceNumber } from "#room/contract/schemas/invoice.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * VoidInvoice, an extension: ends the visit's standing invoice without another. It stays, and the visit cannot be
 * charged again. Repeating the request returns the same answer. `eventId` is the request's own, if it has one: with other
 * content it is 409 `EventIdReused`. 409 `InvoiceNotNewest` when the invoice was replaced or voided before, or is another
 * visit's.
 */
export const voidInvoice = defineExtension({
  name: "VoidInvoiceRequest",
  effect: "write",
  right: "correct-charges",
  discloses: "patient-data",
  request: z.looseObject({
    eventId: optional(guid),
    visitId: requiredGuid,
    invoiceNumber,
    reason: requiredText(1000),
  }),
  response: z.extend(visitAnswer, { invoiceNumber: z.number(), voidedOn: wireDateTime }),
});
