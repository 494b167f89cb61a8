import { readJson } from "#room/contract/written-json.ts";
import type { Kysely } from "kysely";
import { amountOfMinor } from "#room/contract/primitives/money.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import type { ChargeQueries } from "./charge-queries.ts";
import {
  commitCharges,
  type ChargeOutcome,
  type ChargeRecord,
  type InvoiceRecord,
} from "./commit-charges.ts";
import type { KeyedEngine } from "./engine.ts";
import { GroupCommit } from "./group-commit.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import type { Tables } from "./tables.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";

/** Limits the statements and the duration of one transaction; the rest wait for the next. */
const maxBatch = 64;

async function countOf(db: Kysely<Tables>, table: "invoice" | "charged_event"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((build) => build.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * A lost connection can usually be replaced immediately, and an event that was committed after all is answered as a
 * repeat, so one retry resolves the uncertainty.
 */
async function twiceIfLost<T>(commit: () => Promise<T>): Promise<T> {
  try {
    return await commit();
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || !error.isLost) throw error;
    return commit().catch((second: unknown) => {
      if (!error.mayBeDone || !(second instanceof StoreUnavailable)) throw second;
      throw new StoreUnavailable(second.reason, { cause: second, mayBeDone: true });
    });
  }
}

/** Charged and withheld events, and their invoices. */
export function createEventRepository(
  { db, vault }: Pick<KeyedEngine, "db" | "vault">,
  queries: ChargeQueries,
  notify: () => void,
) {
  const charges = new GroupCommit<ChargeRecord, ChargeOutcome>({
    maxBatch,
    commit: async (records) => {
      const parts = { queries, vault, seal: await vault.sealer() };
      const outcomes = await twiceIfLost(() =>
        db.transaction().execute((transaction) => commitCharges(parts, transaction, records)),
      );
      notify();
      return outcomes;
    },
  });
  return {
    /**
     * Takes one event; resolves after a durable commit. Safe to call concurrently, in any number of processes: an eventId
     * is taken once and a visit is invoiced once. Events that arrive together share one transaction.
     */
    take: (record: ChargeRecord): Promise<ChargeOutcome> => charges.add(record),
    settled: () => charges.settled(),
    async invoiceOf(visitId: string): Promise<Invoice | undefined> {
      const row = await db
        .selectFrom("invoice")
        .selectAll()
        .where("visit_id", "=", visitId)
        .executeTakeFirst();
      if (!row) return undefined;
      const money = (minor: number) => ({
        currency: row.currency,
        amount: amountOfMinor(minor, row.currency),
      });
      return {
        invoiceNumber: row.invoice_number,
        visitId: row.visit_id,
        practiceId: row.practice_id,
        eventId: row.event_id,
        createdOn: wireDateTimeOf(new Date(row.created_at)),
        ...(row.created_by === null ? {} : { createdBy: row.created_by }),
        lines: linesOf(await vault.text(associatedData.invoiceLines(row.invoice_number), row.lines)),
        total: money(row.total_minor),
        paid: money(row.paid_minor),
        balance: money(row.total_minor - row.paid_minor),
      } satisfies Invoice;
    },
    countInvoices: (): Promise<number> => countOf(db, "invoice"),
    countEvents: (): Promise<number> => countOf(db, "charged_event"),
  };
}

function linesOf(json: string): InvoiceRecord["lines"] {
  // Written only by this store, from the same type.
  return readJson<InvoiceRecord["lines"]>(json);
}

export type EventRepository = ReturnType<typeof createEventRepository>;
