import type { Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * The number of the next change of each mailbox. Their rows stay locked until the transaction ends: whoever reads the
 * last number can read all changes up to it.
 */
export async function nextChanges(db: Transaction<Tables>, userIds: readonly number[]) {
  if (userIds.length === 0) return new Map<number, number>();
  const rows = await db
    .insertInto("mailbox")
    // In one order, so that two transactions cannot wait for each other.
    .values([...new Set(userIds)].toSorted((a, b) => a - b).map((user_id) => ({ user_id, changes: 1 })))
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((build) => ({ changes: build("mailbox.changes", "+", 1) })),
    )
    .returning(["user_id", "changes"])
    .execute();
  return new Map(rows.map(({ user_id, changes }) => [user_id, changes]));
}
