import type { StoredText } from "#room/server/vault/stored-text.ts";

/**
 * An invoice. Its number, amounts and lines never change; once, a correction replaces it or a person voids it. It stands
 * while `ended_at` is null, and of a visit one stands at most.
 */
export interface InvoiceTable {
  invoice_number: number;
  visit_id: string;
  event_id: string;
  practice_id: string;
  currency: string;
  total_minor: number;
  paid_minor: number;
  lines: StoredText;
  created_at: number;
  created_by: string | null;
  /** Of the event, `yyyy-MM-dd`; empty: it has none. Null: its lines and payments are yet to be filled in. */
  service_date: string | null;
  replaces: number | null;
  replaced_by: number | null;
  /** When it was replaced or voided, by whom, and by which event: a correction's, or the id of the request to void. */
  ended_at: number | null;
  ended_by: string | null;
  end_event_id: string | null;
  end_reason: StoredText | null;
}

/**
 * A line of an invoice as charged, for sums: readable under a data key, so it has only what is summed up and grouped
 * by. Amounts are in minor units of the invoice's currency; ids are canonical GUIDs, empty if there is none.
 */
export interface InvoiceLineTable {
  invoice_number: number;
  /** From 1. */
  line: number;
  provider_id: string;
  /** Who is billed; empty: the patient. */
  payer_id: string;
  /** In capitals; empty if it has not the shape of a code. */
  code: string;
  /** Separated by spaces. */
  modifiers: string;
  units: number;
  amount_minor: number;
  paid_minor: number;
  ar_minor: number;
}

/** A payment of an invoice's event, for sums like a line. Those without an amount have no row. */
export interface InvoicePaymentTable {
  invoice_number: number;
  /** From 1. */
  payment: number;
  payer_id: string;
  /** At most 100 characters of each. */
  type: string;
  category: string;
  amount_minor: number;
}

export interface InvoiceTables {
  invoice: InvoiceTable;
  invoice_line: InvoiceLineTable;
  invoice_payment: InvoicePaymentTable;
}
