import { addNew, didChange } from "#room/server/store/rows.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { StoredText } from "#room/server/vault/stored-text.ts";
import type { InvoiceLineTable, InvoicePaymentTable } from "./invoice-tables.ts";
import type { Kysely } from "kysely";

/** How far the clocks of processes may be apart, and how long a request waits for its turn, in all. Milliseconds. */
export const clocksDiffer = 60_000;

export interface InvoiceEnd {
  readonly invoiceNumber: number;
  readonly replacedBy: number | null;
  readonly at: number;
  readonly by: string | null;
  readonly eventId: string;
  readonly reason: StoredText;
}

export async function addItems(
  db: Kysely<Tables>,
  items: {
    readonly lines: readonly InvoiceLineTable[];
    readonly payments: readonly InvoicePaymentTable[];
  },
): Promise<void> {
  await addNew(db, "invoice_line", items.lines);
  await addNew(db, "invoice_payment", items.payments);
}

/** Under the lock on the counter's row. */
export async function endInvoice(db: Kysely<Tables>, end: InvoiceEnd): Promise<void> {
  const standing = db
    .updateTable("invoice")
    .set({
      replaced_by: end.replacedBy,
      ended_at: end.at,
      ended_by: end.by,
      end_event_id: end.eventId,
      end_reason: end.reason,
    })
    .where("invoice_number", "=", end.invoiceNumber)
    .where("ended_at", "is", null);
  if (!(await didChange(standing))) throw new Error("The invoice to end did not stand");
}

/** The invoices that these events have ended. */
export async function endedBy(db: Kysely<Tables>, eventIds: readonly string[]) {
  if (eventIds.length === 0) return [];
  return db
    .selectFrom("invoice")
    .select(["invoice_number", "visit_id", "replaced_by", "end_event_id", "end_reason"])
    .where("end_event_id", "in", eventIds)
    .execute();
}
