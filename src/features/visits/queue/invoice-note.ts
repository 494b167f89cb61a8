import type { InvoiceHead } from "#room/contract/schemas/invoice.ts";

/** What became of a visit's invoices, for its row: "Invoice 43, corrected, void". */
export function invoiceNote(newest: Pick<InvoiceHead, "invoiceNumber" | "state">, count: number): string {
  const isCorrected = count > 1;
  const parts = [isCorrected ? "corrected" : "", newest.state === "voided" ? "void" : ""].filter(Boolean);
  return [`Invoice ${newest.invoiceNumber}`, ...parts].join(", ");
}
