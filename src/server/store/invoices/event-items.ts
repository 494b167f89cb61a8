import { codeOf, keyOf } from "#room/billing/diagnosis-identity.ts";
import { isBillable } from "#room/billing/line-totals.ts";
import { givenGuid } from "#room/contract/primitives/guid.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type {
  VisitCharged,
  Charge,
  Diagnosis,
  Payment,
  AutoChargedEvent,
} from "#room/contract/schemas/auto-charged-event.ts";
import type { InvoiceLine, InvoicePayment } from "#room/contract/schemas/invoice.ts";
import { type InvoiceRecord, lineRows, paymentRows } from "./invoice-rows.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { readJson } from "#room/contract/written-json.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import { ifReadable } from "#room/server/vault/seal-bytes.ts";
import { addItems } from "./invoice-queries.ts";

const rowsAtOnce = 200;

/** A million take minutes, in which the server doesn't listen: it hears how many have been read. */
export interface ItemizeProgress {
  /** Called before the first is read, if there is one. */
  readonly onBegin?: (() => Promise<void>) | undefined;
  readonly onRead?: (invoices: number) => void;
  /** After how many it is told, a multiple of those read at once. */
  readonly every?: number;
}

/**
 * Fills in the rows of lines and payments, and the date of service, of invoices that older versions have made: only a
 * server with the data key can read their events. Several may do so at once. Returns the numbers of those whose events
 * cannot be read, which are left out of sums of lines.
 */
export async function itemizeInvoices(
  { db, vault }: Pick<KeyedEngine, "db" | "vault">,
  { onBegin, onRead, every = 50 * rowsAtOnce }: ItemizeProgress = {},
): Promise<readonly number[]> {
  const unreadable: number[] = [];
  let read = 0;
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom("invoice")
      .innerJoin("charged_event", "charged_event.event_id", "invoice.event_id")
      .select(["invoice.invoice_number", "invoice.event_id", "charged_event.content"])
      .where("invoice.service_date", "is", null)
      .where("invoice.invoice_number", ">", after)
      .orderBy("invoice.invoice_number")
      .limit(rowsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return unreadable;
    if (after === 0) await onBegin?.();
    after = last.invoice_number;
    const items: (ReturnType<typeof itemsOf> & { readonly invoiceNumber: number })[] = [];
    for (const { invoice_number: invoiceNumber, event_id, content } of rows) {
      const text = await ifReadable(vault.text(associatedData.event(event_id), content));
      if (text === undefined) unreadable.push(invoiceNumber);
      // The store accepted it as an event of the contract.
      else items.push({ invoiceNumber, ...itemsOf(readJson<AutoChargedEvent>(text).visitCharged) });
    }
    await db.transaction().execute(async (transaction) => {
      await addItems(transaction, {
        lines: items.flatMap(({ invoiceNumber, lines }) => lineRows(invoiceNumber, lines)),
        payments: items.flatMap(({ invoiceNumber, payments }) => paymentRows(invoiceNumber, payments)),
      });
      // A statement for each day: their numbers follow the days.
      const byDay = new Map(items.map(({ serviceDate }) => [serviceDate, [] as number[]]));
      for (const { invoiceNumber, serviceDate } of items) byDay.get(serviceDate)?.push(invoiceNumber);
      for (const [serviceDate, numbers] of byDay)
        await transaction
          .updateTable("invoice")
          .set({ service_date: serviceDate })
          .where("invoice_number", "in", numbers)
          .execute();
    });
    read += rows.length;
    if (read % every === 0) onRead?.(read);
  }
}

type CodesByKey = ReadonlyMap<string | undefined, string>;

/** The first of several rows with the same key counts. Built once: an event may have thousands of rows and links. */
function codesByKey(diagnoses: readonly Diagnosis[]): CodesByKey {
  return new Map(diagnoses.toReversed().map((row) => [keyOf(row), codeOf(row)]));
}

/** The code of a link. A link that is only a key gets its code from the visit's diagnosis with that key. */
function linkedCode(link: Diagnosis, codes: CodesByKey): string {
  const own = codeOf(link);
  const key = keyOf(link);
  return own !== "" || key === undefined ? own : (codes.get(key) ?? "");
}

const moneyOf = ({ currency, amount }: Money): Money => ({ currency: currency.toUpperCase(), amount });

function lineOf(charge: Charge, lineNumber: number, known: CodesByKey): InvoiceLine {
  const providerId = givenGuid(charge.providerId);
  const payerId = givenGuid(charge.payerId);
  const codes = (charge.indicatedBy ?? []).map((link) => linkedCode(link, known));
  return {
    lineNumber,
    cpt: charge.cpt,
    modifier: charge.modifier ?? [],
    quantity: charge.quantity,
    amount: moneyOf(charge.charge),
    ...(charge.paid ? { paid: moneyOf(charge.paid) } : {}),
    ...(charge.arAmount ? { arAmount: moneyOf(charge.arAmount) } : {}),
    ...(providerId === undefined ? {} : { providerId }),
    ...(payerId === undefined ? {} : { payerId }),
    billtoPayer: charge.billtoPayer ?? false,
    diagnoses: codes.filter((code) => code !== ""),
  };
}

function paymentOf({ paymentType, paymentCategory, payerId, amount }: Payment): InvoicePayment[] {
  if (!amount) return [];
  const payer = givenGuid(payerId);
  return [
    {
      ...(paymentType ? { paymentType } : {}),
      ...(paymentCategory ? { paymentCategory } : {}),
      ...(payer === undefined ? {} : { payerId: payer }),
      amount: moneyOf(amount),
    },
  ];
}

/** What an event bills: one line per billable charge in order, its payments with an amount, and its date of service. */
export function itemsOf(visit: VisitCharged): Pick<InvoiceRecord, "lines" | "payments" | "serviceDate"> {
  const known = codesByKey(visit.diagnosis ?? []);
  return {
    lines: visit.charges.filter(isBillable).map((charge, index) => lineOf(charge, index + 1, known)),
    payments: (visit.payments ?? []).flatMap(paymentOf),
    serviceDate: (visit.createdOn && calendarDateOf(visit.createdOn)) || "",
  };
}
