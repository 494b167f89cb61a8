import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** All or nothing: in the transaction that it is called in, or in one of its own. */
export function inTransaction<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  // Kysely's own type does not tell them apart.
  return db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work);
}
