import { type Kysely, sql, type Transaction } from "kysely";
import type { KeyedEngine } from "./engine.ts";
import type { Tables } from "./tables.ts";

/** Where a server on PostgreSQL tells the others that a visit changed. */
export const changesChannel = "visits_changed";

/** The numbers of the last invoice and of the last visit change. */
interface Counter {
  readonly value: number;
  readonly changes: number;
}

/** Locks the counter's row until the transaction ends. */
export function lockCounter(db: Kysely<Tables>): Promise<Counter> {
  return db
    .updateTable("last_number")
    .set((build) => ({ value: build.ref("value") }))
    .where("name", "=", "invoice")
    .returning(["value", "changes"])
    .executeTakeFirstOrThrow();
}

export async function raiseCounter(
  { db, kind, ownId }: Pick<KeyedEngine, "kind" | "ownId"> & { readonly db: Transaction<Tables> },
  counter: Counter,
): Promise<void> {
  const raised = db.updateTable("last_number").set(counter).where("name", "=", "invoice");
  // Sent with the commit.
  const told = sql`pg_notify(${changesChannel}, ${ownId})`.as("told");
  await (kind === "postgres" ? raised.returning(told) : raised).execute();
}

/** The events that were accepted under these ids. */
export function eventsOf(db: Kysely<Tables>, ids: readonly string[]) {
  const known = db.selectFrom("charged_event").select(["event_id", "result", "content"]);
  return known.where("event_id", "in", ids).execute();
}
