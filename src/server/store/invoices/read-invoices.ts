import type { KeyedEngine } from "#room/server/store/engine.ts";
import { moneyOfMinor } from "#room/contract/primitives/money.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { Invoice, InvoiceHead, InvoiceState } from "#room/contract/schemas/invoice.ts";
import { readJson } from "#room/contract/written-json.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { InvoicePaymentTable, InvoiceTable } from "./invoice-tables.ts";

export type Parts = Pick<KeyedEngine, "db" | "vault">;

const maxReturned = 200;

export function stateOf({
  ended_at,
  replaced_by,
}: Pick<InvoiceTable, "ended_at" | "replaced_by">): InvoiceState {
  if (ended_at === null) return "standing";
  return replaced_by === null ? "voided" : "replaced";
}

const instantOf = (ms: number | null) => (ms === null ? undefined : wireDateTimeOf(new Date(ms)));

async function headOf(vault: Vault, row: InvoiceTable): Promise<InvoiceHead> {
  const { currency } = row;
  const money = (minor: number) => moneyOfMinor(minor, currency);
  const reason = await vault.text(associatedData.endReason(row.invoice_number), row.end_reason);
  return {
    invoiceNumber: row.invoice_number,
    visitId: row.visit_id,
    practiceId: row.practice_id,
    eventId: row.event_id,
    createdOn: wireDateTimeOf(new Date(row.created_at)),
    createdBy: row.created_by ?? undefined,
    serviceDate: row.service_date || undefined,
    total: money(row.total_minor),
    paid: money(row.paid_minor),
    balance: money(row.total_minor - row.paid_minor),
    state: stateOf(row),
    replaces: row.replaces ?? undefined,
    replacedBy: row.replaced_by ?? undefined,
    endedOn: instantOf(row.ended_at),
    voidedOn: row.replaced_by === null ? instantOf(row.ended_at) : undefined,
    endedBy: row.ended_by ?? undefined,
    endEventId: row.end_event_id ?? undefined,
    endReason: reason ?? undefined,
  };
}

function paymentOf(
  { type, category, payer_id, amount_minor }: InvoicePaymentTable,
  currency: string,
): Invoice["payments"][number] {
  return {
    paymentType: type || undefined,
    paymentCategory: category || undefined,
    payerId: payer_id || undefined,
    amount: moneyOfMinor(amount_minor, currency),
  };
}

/** The invoices of a visit, oldest first: the newest 200. */
export async function invoicesOf({ db, vault }: Parts, visitId: string): Promise<InvoiceHead[]> {
  const rows = await db
    .selectFrom("invoice")
    .selectAll()
    .where("visit_id", "=", visitId)
    .orderBy("invoice_number", "desc")
    .limit(maxReturned)
    .execute();
  return Promise.all(rows.toReversed().map((row) => headOf(vault, row)));
}

export async function invoiceOf(
  { db, vault }: Parts,
  visitId: string,
  invoiceNumber?: number,
): Promise<Invoice | undefined> {
  const row = await db
    .selectFrom("invoice")
    .selectAll()
    .where("visit_id", "=", visitId)
    .$if(invoiceNumber !== undefined, (query) => query.where("invoice_number", "=", invoiceNumber ?? 0))
    .orderBy("invoice_number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const payments = await db
    .selectFrom("invoice_payment")
    .selectAll()
    .where("invoice_number", "=", row.invoice_number)
    .orderBy("payment")
    .execute();
  const lines = await vault.text(associatedData.invoiceLines(row.invoice_number), row.lines);
  return {
    ...(await headOf(vault, row)),
    // Written only by this store, from the same type.
    lines: readJson<Invoice["lines"]>(lines),
    payments: payments.map((payment) => paymentOf(payment, row.currency)),
  };
}
