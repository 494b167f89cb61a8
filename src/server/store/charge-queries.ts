import { prepareAuditAppend } from "./append-audit.ts";
import type { KeyedEngine } from "./engine.ts";
import { byCount, reusable, type Runner, times, valuesOf } from "./reusable-query.ts";
import { blankText } from "#room/server/vault/stored-text.ts";
import type { Tables } from "./tables.ts";
import { prepareVisitQueries } from "./visits/visit-queries.ts";

type EventRow = Tables["charged_event"];
type InvoiceRow = Tables["invoice"];

const blankEvent: EventRow = {
  event_id: "",
  visit_id: "",
  practice_id: "",
  result: 0,
  withhold_reason: blankText,
  content: blankText,
  received_at: 0,
  received_from: "",
};

const blankInvoice: InvoiceRow = {
  invoice_number: 0,
  visit_id: "",
  event_id: "",
  practice_id: "",
  currency: "",
  total_minor: 0,
  paid_minor: 0,
  lines: blankText,
  created_at: 0,
  created_by: "",
};

const eventColumns = Object.keys(blankEvent);
const invoiceColumns = Object.keys(blankInvoice);

/** The statements for a batch of charges, compiled once: building them costs more than running them. */
export function prepareChargeQueries(engine: KeyedEngine) {
  const { db } = engine;
  const lock = reusable(
    db
      .updateTable("counter")
      .set((build) => ({ value: build.ref("value") }))
      .where("name", "=", "invoice")
      .returning(["value", "changes"]),
  );
  const raise = reusable(
    db.updateTable("counter").set({ value: 0, changes: 0 }).where("name", "=", "invoice"),
  );
  const events = byCount((count) =>
    reusable(
      db
        .selectFrom("charged_event")
        .select(["event_id", "result", "content"])
        .where("event_id", "in", times(count, "")),
    ),
  );
  const addEvents = byCount((count) =>
    reusable(db.insertInto("charged_event").values(times(count, blankEvent))),
  );
  const addInvoices = byCount((count) =>
    reusable(db.insertInto("invoice").values(times(count, blankInvoice))),
  );
  return {
    appendAudit: prepareAuditAppend(engine),
    ...prepareVisitQueries(engine),
    /**
     * Locks the counter's row until the transaction ends. Returns the numbers of the last invoice and the last visit
     * change.
     */
    async lockCounter(runner: Runner): Promise<{ value: number; changes: number }> {
      const { rows } = await lock(runner, ["invoice"]);
      if (rows[0] === undefined) throw new Error("The invoice counter is missing");
      return rows[0];
    },
    async raiseCounter(
      runner: Runner,
      { value, changes }: { value: number; changes: number },
    ): Promise<void> {
      await raise(runner, [value, changes, "invoice"]);
    },
    async eventsOf(runner: Runner, ids: readonly string[]) {
      return (await events(ids.length)(runner, ids)).rows;
    },
    async addEvents(runner: Runner, rows: readonly EventRow[]): Promise<void> {
      if (rows.length > 0) await addEvents(rows.length)(runner, valuesOf(rows, eventColumns));
    },
    async addInvoices(runner: Runner, rows: readonly InvoiceRow[]): Promise<void> {
      if (rows.length > 0) await addInvoices(rows.length)(runner, valuesOf(rows, invoiceColumns));
    },
  };
}

export type ChargeQueries = ReturnType<typeof prepareChargeQueries>;
