import type { Kysely, Transaction } from "kysely";
import { WrongSetting } from "#room/server/settings.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { MasterKey } from "./master-key.ts";
import { addKey } from "./open-vault.ts";

/**
 * Wraps all data keys with the current master key, so that the previous one is no longer needed, and begins a new data
 * key for what is written from now on.
 */
export async function wrapAnew(db: Transaction<Tables>, masters: readonly MasterKey[]): Promise<void> {
  const [first] = masters;
  if (first === undefined)
    throw new WrongSetting(
      "Give the key in DATA_KEY or DATA_KEY_FILE, to the servers too, and start them with it.",
    );
  const rows = await db.selectFrom("data_key").selectAll().where("key_id", "!=", 0).execute();
  for (const { key_id, given_id, wrapped } of rows) {
    const secret = masters.find(({ id }) => id === given_id)?.unwrap(wrapped, key_id);
    if (given_id === first.id || secret === undefined) continue;
    await db
      .updateTable("data_key")
      .set({ given_id: first.id, wrapped: first.wrap(secret, key_id) })
      .where("key_id", "=", key_id)
      .execute();
  }
  await addKey(db, first, Date.now());
}

/** Changes the keys while servers run; what is stored stays under the data keys before. */
export async function rotateKey(db: Kysely<Tables>, masters: readonly MasterKey[]): Promise<void> {
  await db.transaction().execute(async (transaction) => wrapAnew(transaction, masters));
}
