import { prepareAuditAppend } from "./append-audit.ts";
import type { Engine } from "./engine.ts";
import { reusable } from "./reusable-query.ts";
import type { Tables } from "./tables.ts";

type EventRow = Tables["charged_event"];
type InvoiceRow = Tables["invoice"];
type Runner = Parameters<ReturnType<typeof reusable>>[0];

const blankEvent: EventRow = {
  event_id: "",
  visit_id: "",
  practice_id: "",
  result: 0,
  withhold_reason: "",
  content: "",
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
  lines: "",
  created_at: 0,
  created_by: "",
};

const eventColumns = Object.keys(blankEvent);
const invoiceColumns = Object.keys(blankInvoice);

function valuesOf(rows: readonly object[], columns: readonly string[]): unknown[] {
  return rows.flatMap((row) => columns.map((column): unknown => Reflect.get(row, column)));
}

/** One compiled query for each number of rows that a batch has. */
function byCount<Row>(build: (count: number) => ReturnType<typeof reusable<Row>>) {
  const built: ReturnType<typeof reusable<Row>>[] = [];
  return (count: number) => (built[count] ??= build(count));
}

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

/** The statements of a batch of charges, compiled once: building them costs more than running them. */
export function prepareChargeQueries(engine: Engine) {
  const { db } = engine;
  const lock = reusable(
    db
      .updateTable("counter")
      .set((build) => ({ value: build.ref("value") }))
      .where("name", "=", "invoice")
      .returning("value"),
  );
  const raise = reusable(db.updateTable("counter").set({ value: 0 }).where("name", "=", "invoice"));
  const events = byCount((count) =>
    reusable(
      db
        .selectFrom("charged_event")
        .select(["event_id", "result", "content"])
        .where("event_id", "in", times(count, "")),
    ),
  );
  const invoiced = byCount((count) =>
    reusable(db.selectFrom("invoice").select("visit_id").where("visit_id", "in", times(count, ""))),
  );
  const addEvents = byCount((count) =>
    reusable(db.insertInto("charged_event").values(times(count, blankEvent))),
  );
  const addInvoices = byCount((count) =>
    reusable(db.insertInto("invoice").values(times(count, blankInvoice))),
  );
  return {
    appendAudit: prepareAuditAppend(engine),
    /** Locks the counter's row until the transaction ends; the last invoice number. */
    async lockCounter(runner: Runner): Promise<number> {
      const { rows } = await lock(runner, ["invoice"]);
      if (rows[0] === undefined) throw new Error("The invoice counter is missing");
      return rows[0].value;
    },
    async raiseCounter(runner: Runner, value: number): Promise<void> {
      await raise(runner, [value, "invoice"]);
    },
    async eventsOf(runner: Runner, ids: readonly string[]) {
      return (await events(ids.length)(runner, ids)).rows;
    },
    async invoicedOf(runner: Runner, visitIds: readonly string[]) {
      return (await invoiced(visitIds.length)(runner, visitIds)).rows.map((row) => row.visit_id);
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
