import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid, guid } from "#room/contract/primitives/guid.ts";
import { invoice, invoiceHead, invoiceNumber } from "#room/contract/schemas/invoice.ts";
import { linesOnPaper, optional, requiredText } from "#room/contract/primitives/rule.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { isoDate, wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/** GetVisitInvoice, an extension: the newest invoice of a visit, or the one asked for; absent when there is none. */
export const getVisitInvoice = defineExtension({
  name: "GetVisitInvoiceRequest",
  effect: "read",
  right: "visits",
  discloses: "patient-data",
  freshMs: 0,
  request: z.looseObject({ visitId: requiredGuid, invoiceNumber: optional(invoiceNumber) }),
  response: z.looseObject({
    invoice: optional(invoice),
    /** All invoices of the visit, oldest first, limited to the newest 200. */
    invoices: z.array(invoiceHead),
    /** Those of the invoice’s days, of its charge and of the service, that are closed. */
    closedDays: optional(z.array(isoDate)),
  }),
});

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
    reason: requiredText(1000).check(linesOnPaper),
  }),
  response: z.looseObject({ result: z.boolean(), invoiceNumber: optional(z.number()) }),
});

/**
 * VoidInvoice, an extension: ends the visit's standing invoice without another. It stays, and the visit cannot be
 * charged again: it is billed as a new visit, with its own visitId. Repeating the request returns the same answer. `eventId` is the request's own, if it has one: with other
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
    reason: requiredText(1000).check(linesOnPaper),
  }),
  response: z.extend(visitAnswer, { invoiceNumber: z.number(), voidedOn: wireDateTime }),
});
