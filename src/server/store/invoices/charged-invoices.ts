import { sql } from "kysely";
import { dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";
import type { InvoiceLine } from "#room/contract/schemas/invoice.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { type FigureScope, ofInvoice } from "#room/server/store/figures/figure-scope.ts";
import { someOf } from "#room/server/store/rows.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { InvoiceTable } from "./invoice-tables.ts";

export type ChargedInvoice = Omit<InvoiceTable, "lines" | "end_reason"> & {
  readonly lines: readonly InvoiceLine[];
};

const invoicesAtOnce = 300;

const standing = { ended_at: null, ended_by: null, end_event_id: null, replaced_by: null } as const;

/**
 * The invoices of a scope with their lines, those that no longer stand included, in order of its days; a few at a time.
 * Of each day only the numbers are held. What is charged or corrected while they are read is not among them: an invoice
 * and what replaces it never both stand.
 */
export async function* chargedInvoices(
  { aside, vault, days }: Pick<KeyedEngine, "aside" | "vault" | "days">,
  scope: FigureScope,
): AsyncGenerator<readonly ChargedInvoice[]> {
  const { newest } = await aside
    .selectFrom("invoice")
    .select(({ fn }) => fn.max("invoice_number").as("newest"))
    .executeTakeFirstOrThrow();
  const last = Number(newest ?? 0);
  for (let day = dayNumber(scope.from); day <= dayNumber(scope.to); day += 1) {
    const date = dateOfDay(day);
    const { rows: found } = await sql<{ invoice_number: number }>`select invoice_number from invoice
      where ${ofInvoice({ ...scope, from: date, to: date }, days, "any")} and invoice_number <= ${last} order by invoice_number`.execute(
      aside,
    );
    for (const some of someOf(found, invoicesAtOnce)) {
      const rows = await aside
        .selectFrom("invoice")
        .selectAll()
        .where(
          "invoice_number",
          "in",
          some.map((row) => row.invoice_number),
        )
        .orderBy("invoice_number")
        .execute();
      yield await Promise.all(
        rows.map(async (row) => {
          const text = await vault.text(associatedData.invoiceLines(row.invoice_number), row.lines);
          // Written only by this store, from the same type.
          const lines = readJson<InvoiceLine[]>(text);
          return { ...row, ...((row.replaced_by ?? 0) > last && standing), lines };
        }),
      );
    }
  }
}
