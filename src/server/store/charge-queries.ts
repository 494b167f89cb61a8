import { type Kysely, sql, type Transaction } from "kysely";
import type { LooseEntry } from "#room/server/audit/audit-entry.ts";
import { appendAudit } from "./append-audit.ts";
import type { KeyedEngine } from "./engine.ts";
import { invoiceQueries } from "./invoices/invoice-queries.ts";
import type { Tables } from "./tables.ts";
import { createVisitQueries } from "./visits/visit-queries.ts";

/** Where a server on PostgreSQL tells the others that a visit changed. */
export const changesChannel = "visits_changed";

type Db = Transaction<Tables>;

export function createChargeQueries(engine: KeyedEngine) {
  return {
    appendAudit: (db: Db, entries: readonly LooseEntry[]) => appendAudit(engine, db, entries),
    ...createVisitQueries(engine),
    ...invoiceQueries,
    /**
     * Locks the counter's row until the transaction ends. Returns the numbers of the last invoice and the last visit
     * change.
     */
    lockCounter(db: Kysely<Tables>): Promise<{ value: number; changes: number }> {
      return db
        .updateTable("last_number")
        .set((build) => ({ value: build.ref("value") }))
        .where("name", "=", "invoice")
        .returning(["value", "changes"])
        .executeTakeFirstOrThrow();
    },
    async raiseCounter(db: Db, counter: { value: number; changes: number }): Promise<void> {
      const raised = db.updateTable("last_number").set(counter).where("name", "=", "invoice");
      // Sent with the commit.
      const told = sql`pg_notify(${changesChannel}, ${engine.ownId})`.as("told");
      await (engine.kind === "postgres" ? raised.returning(told) : raised).execute();
    },
    eventsOf(db: Db, ids: readonly string[]) {
      const known = db.selectFrom("charged_event").select(["event_id", "result", "content"]);
      return known.where("event_id", "in", ids).execute();
    },
    async addEvents(db: Db, rows: readonly Tables["charged_event"][]): Promise<void> {
      if (rows.length > 0) await db.insertInto("charged_event").values(rows).execute();
    },
  };
}

export type ChargeQueries = ReturnType<typeof createChargeQueries>;
