import type { Invoice } from "#room/contract/schemas/invoice.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";

/** What became of an event that was taken. */
export type ChargeOutcome =
  | { readonly kind: "charged"; readonly invoiceNumber: number | undefined }
  | { readonly kind: "withheld" }
  /** The eventId was used before with other content. */
  | { readonly kind: "event-id-reused" }
  /** Another event has charged the visit. */
  | { readonly kind: "visit-already-invoiced" }
  /** The visit is of a practice that the sender may not see. */
  | { readonly kind: "outside-practices" };

/** An event and what it makes, ready to be stored. Ids are canonical GUIDs. */
export interface ChargeRecord {
  readonly eventId: string;
  readonly visitId: string;
  readonly practiceId: string;
  readonly event: AutoChargedEvent;
  /** Absent: the event is withheld. */
  readonly invoice: InvoiceRecord | undefined;
  readonly withholdReason: string | undefined;
  /** Why it is withheld, in words for people; absent: the withholdReason. */
  readonly reason?: string | undefined;
  /** The sum of its billable charges, also of a withheld one; absent: it is read from the event. */
  readonly amount?: { readonly currency: string; readonly minor: number } | undefined;
  /** The practices that its sender may see; absent or empty: all. */
  readonly practices?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly receivedFrom: string | undefined;
  /** Where it came from, for the audit trail. */
  readonly remoteAddress?: string | undefined;
  /** Which session it came by, as the trail names it. */
  readonly session?: string | undefined;
}

/** The sums of an invoice in whole minor units, and its lines as they are answered. */
export interface InvoiceRecord {
  readonly currency: string;
  readonly totalMinor: number;
  readonly paidMinor: number;
  readonly lines: Invoice["lines"];
}

/** Charged and withheld events, and the invoices that they made. */
export interface Events {
  /**
   * Takes one event: the promise settles after a durable commit. Any number at once, in any number of processes:
   * an eventId is taken once, a visit is invoiced once. Events that arrive together share one transaction.
   */
  take(record: ChargeRecord): Promise<ChargeOutcome>;
  invoiceOf(visitId: string): Promise<Invoice | undefined>;
  countInvoices(): Promise<number>;
  countEvents(): Promise<number>;
}
