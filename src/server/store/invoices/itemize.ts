import type { KeyedEngine } from "#room/server/store/engine.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { readJson } from "#room/contract/written-json.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import { ifReadable } from "#room/server/vault/seal-bytes.ts";
import { itemsOf } from "./event-items.ts";
import { addItems } from "./invoice-queries.ts";
import { lineRows, paymentRows } from "./invoice-rows.ts";

const rowsAtOnce = 200;

type Parts = Pick<KeyedEngine, "db" | "vault">;

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
  { db, vault }: Parts,
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
