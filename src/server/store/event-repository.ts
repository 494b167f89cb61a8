import { eventsOf } from "./charge-queries.ts";
import type { ChargeOutcome, ChargeRecord } from "./charge-record.ts";
import { commitCharges } from "./commit-charges.ts";
import type { KeyedEngine } from "./engine.ts";
import { GroupCommit } from "./group-commit.ts";
import { type ItemizeProgress, itemizeInvoices } from "#room/server/store/invoices/event-items.ts";
import { invoiceOf, invoicesOf } from "./invoices/read-invoices.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { countOf } from "./rows.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

/** Limits the statements and the duration of one transaction; the rest wait for the next. */
const maxBatch = 64;

/** A server that ends one connection usually ends all of them: as many as the pool has may turn out lost. */
const maxLost = 10;

/**
 * A lost connection can usually be replaced immediately, and an event that was committed after all is answered as a
 * repeat, so trying again resolves the uncertainty.
 */
async function againIfLost<T>(commit: () => Promise<T>): Promise<T> {
  let mayBeDone = false;
  for (let lost = 0; ; lost += 1)
    try {
      return await commit();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      mayBeDone ||= error.mayBeDone;
      if (error.isLost && lost < maxLost) continue;
      throw new StoreUnavailable(error.reason, { cause: error, mayBeDone });
    }
}

export function createEventRepository(engine: KeyedEngine, notify: () => void) {
  const { db, vault } = engine;
  const charges = new GroupCommit<ChargeRecord, ChargeOutcome>({
    maxBatch,
    commit: async (take) => {
      const seal = await vault.sealer();
      const outcomes = await againIfLost(() =>
        db.transaction().execute((transaction) => commitCharges({ ...engine, seal, db: transaction }, take)),
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
    async accepted(eventId: string): Promise<AutoChargedEvent | undefined> {
      const [row] = await eventsOf(db, [eventId]);
      // The store accepted it as an event of the contract, which may be stricter by now.
      return row && readJson<AutoChargedEvent>(await vault.text(associatedData.event(eventId), row.content));
    },
    invoiceOf: (visitId: string, invoiceNumber?: number) => invoiceOf({ db, vault }, visitId, invoiceNumber),
    async chargedBy(visitId: string, invoiceNumber: number): Promise<AutoChargedEvent | undefined> {
      const row = await db
        .selectFrom("invoice")
        .innerJoin("charged_event", "charged_event.event_id", "invoice.event_id")
        .select(["charged_event.event_id", "charged_event.content"])
        .where("invoice.invoice_number", "=", invoiceNumber)
        .where("invoice.visit_id", "=", visitId)
        .executeTakeFirst();
      // The store accepted it as an event of the contract.
      return (
        row && readJson<AutoChargedEvent>(await vault.text(associatedData.event(row.event_id), row.content))
      );
    },
    invoicesOf: (visitId: string) => invoicesOf({ db, vault }, visitId),
    /** Fills in what invoices of older versions lack; returns those whose events cannot be read. */
    itemize: (progress?: ItemizeProgress) => itemizeInvoices({ db, vault }, progress),
    countInvoices: () => countOf(db.selectFrom("invoice")),
    countEvents: () => countOf(db.selectFrom("charged_event")),
  };
}
