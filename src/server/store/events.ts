import type { Invoice } from "#room/contract/schemas/invoice.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";

/** The outcome of an accepted event. */
export type ChargeOutcome =
  | { readonly kind: "charged"; readonly invoiceNumber: number | undefined }
  | { readonly kind: "withheld" }
  /** The eventId was used before with different content. */
  | { readonly kind: "event-id-reused" }
  /** Another event already charged the visit. */
  | { readonly kind: "visit-already-invoiced" }
  /** The visit belongs to a practice the sender may not see. */
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
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly receivedFrom: string | undefined;
  /** The caller's address, for the audit trail. */
  readonly remoteAddress?: string | undefined;
  /** The session as named in the trail. */
  readonly session?: string | undefined;
}

/** An invoice's totals in whole minor units, and its lines as returned on the wire. */
export interface InvoiceRecord {
  readonly currency: string;
  readonly totalMinor: number;
  readonly paidMinor: number;
  readonly lines: Invoice["lines"];
}

/** Charged and withheld events, and their invoices. */
export interface Events {
  /**
   * Takes one event; resolves after a durable commit. Safe to call concurrently, in any number of processes: an eventId
   * is taken once and a visit is invoiced once. Events that arrive together share one transaction.
   */
  take(record: ChargeRecord): Promise<ChargeOutcome>;
  invoiceOf(visitId: string): Promise<Invoice | undefined>;
  countInvoices(): Promise<number>;
  countEvents(): Promise<number>;
}
