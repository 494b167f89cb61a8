import type { Insertable } from "kysely";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import { lineRows, paymentRows } from "#room/server/store/invoices/invoice-rows.ts";
import type { InvoiceRecord } from "./invoices/invoice-rows.ts";
import { storableText } from "./storable-text.ts";
import type { Tables } from "./tables.ts";

export type ChargeOutcome =
  | { readonly kind: "charged"; readonly invoiceNumber: number | undefined }
  | { readonly kind: "withheld" }
  /** The eventId was used before with different content. */
  | { readonly kind: "event-id-reused" }
  /** Another event already charged the visit. */
  | { readonly kind: "visit-already-invoiced" }
  /** So it was, and that invoice was voided. */
  | { readonly kind: "visit-voided" }
  /** The invoice to replace is not the visit's, or no longer stands. */
  | { readonly kind: "not-standing" }
  | { readonly kind: "outside-practices" };

/** An event and its invoice, ready to be stored. Ids are canonical GUIDs. */
export interface ChargeRecord {
  readonly eventId: string;
  readonly visitId: string;
  readonly practiceId: string;
  readonly event: AutoChargedEvent;
  /** Absent: the event is withheld. */
  readonly invoice: InvoiceRecord | undefined;
  readonly withholdReason: string | undefined;
  /** Why it is withheld, for display; absent: the withholdReason. */
  readonly reason?: string | undefined;
  /** The total of its billable charges, also for a withheld event; absent: read from the event. */
  readonly amount?: { readonly currency: string; readonly minor: number } | undefined;
  /** The practices its sender may see; absent or empty: all. */
  readonly practices?: readonly string[] | undefined;
  readonly correction?: Correction | undefined;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly receivedFrom: string | undefined;
  /** The caller's address, for the audit trail. */
  readonly remoteAddress?: string | undefined;
  readonly session?: string | undefined;
}

/** Replaces the visit's standing invoice with that of the event. */
export interface Correction {
  readonly replaces: number;
  readonly reason: string;
  readonly changed: string;
}

export interface Accepted {
  readonly record: ChargeRecord;
  readonly content: string;
  /** Absent for a withheld event. */
  readonly invoiceNumber: number | undefined;
}

export function eventRow({ record, content }: Accepted, seal: Sealer): Tables["charged_event"] {
  return {
    event_id: record.eventId,
    visit_id: record.visitId,
    practice_id: record.practiceId,
    result: record.correction ? 2 : record.invoice ? 1 : 0,
    withhold_reason: seal.text(
      associatedData.withholdReason(record.eventId),
      record.withholdReason === undefined ? null : storableText(record.withholdReason),
    ),
    content: seal.text(associatedData.event(record.eventId), content),
    received_at: record.receivedAt,
    received_from: record.receivedFrom ?? null,
  };
}

export function invoiceOf({ record, invoiceNumber }: Accepted, seal: Sealer) {
  const { invoice } = record;
  if (!invoice || invoiceNumber === undefined) return [];
  const row: Insertable<Tables["invoice"]> = {
    invoice_number: invoiceNumber,
    visit_id: record.visitId,
    event_id: record.eventId,
    practice_id: record.practiceId,
    currency: invoice.currency,
    total_minor: invoice.totalMinor,
    paid_minor: invoice.paidMinor,
    lines: seal.text(associatedData.invoiceLines(invoiceNumber), JSON.stringify(invoice.lines)),
    created_at: record.receivedAt,
    created_by: record.receivedFrom ?? null,
    service_date: invoice.serviceDate,
    replaces: record.correction?.replaces ?? null,
  };
  const { lines, payments } = invoice;
  return [{ row, lines: lineRows(invoiceNumber, lines), payments: paymentRows(invoiceNumber, payments) }];
}
