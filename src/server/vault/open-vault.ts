import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Kysely, sql, type Transaction } from "kysely";
import { WrongSetting } from "#room/server/settings.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { sealedTables } from "./sealed-columns.ts";
import { type MasterKey, masterKeysOf, keyBytes, keyForm } from "./master-key.ts";

type Row = Tables["data_key"];

/** From the settings; with neither, everything is stored in the clear. */
export interface KeySettings {
  readonly dataKey?: readonly MasterKey[] | undefined;
  readonly dataKeyFile?: string | undefined;
}

function keysOfFile(path: string): readonly MasterKey[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongSetting(`DATA_KEY_FILE names a file that cannot be read: ${reason}`, { cause: error });
  }
  const keys = masterKeysOf(text);
  if (keys === undefined) throw new WrongSetting(`The file that DATA_KEY_FILE names must hold ${keyForm}.`);
  return keys;
}

/** The master keys, the current one first. A file is read each time. */
export function masterKeys({ dataKey, dataKeyFile }: KeySettings): readonly MasterKey[] {
  return dataKeyFile === undefined ? (dataKey ?? []) : keysOfFile(dataKeyFile);
}

function canUnwrap({ key_id, given_id, wrapped }: Row, masters: readonly MasterKey[]): boolean {
  const key = masters.find(({ id }) => id === given_id);
  try {
    return key?.unwrap(wrapped, key_id) !== undefined;
  } catch {
    return false;
  }
}

/** Throws a sentence if some content of the store could not be read with these keys. Changes nothing. */
export function checkKeys(rows: readonly Row[], masters: readonly MasterKey[]): void {
  const needed = rows.filter((row) => row.key_id !== 0 && row.state !== "gone");
  const missing = needed.find((row) => !canUnwrap(row, masters));
  if (missing === undefined) return;
  throw new WrongSetting(
    masters.length === 0
      ? "DATABASE_URL names an encrypted store: give its key in DATA_KEY or DATA_KEY_FILE. Nothing was changed."
      : `DATABASE_URL names a store encrypted with another key (${missing.given_id}) than DATA_KEY or DATA_KEY_FILE gives (${masters.map(({ id }) => id).join(", ")}). Nothing was changed.`,
  );
}

/** Runs before the tables are migrated. An older store has no such table, and no sealed content. */
export async function checkKeysOf(db: Kysely<Tables>, masters: readonly MasterKey[]): Promise<void> {
  checkKeys(
    await db
      .selectFrom("data_key")
      .selectAll()
      .execute()
      .catch(() => []),
    masters,
  );
}

/** A new random key, wrapped by the current master key; returns its number. */
export async function addKey(db: Transaction<Tables>, master: MasterKey, now: number): Promise<number> {
  const last = await db
    .selectFrom("data_key")
    .select((build) => build.fn.max<number | null>("key_id").as("keyId"))
    .executeTakeFirst();
  const keyId = (last?.keyId ?? 0) + 1;
  await db.updateTable("data_key").set({ state: "leaving" }).where("state", "=", "current").execute();
  await db
    .insertInto("data_key")
    .values({
      key_id: keyId,
      state: "current",
      given_id: master.id,
      wrapped: master.wrap(randomBytes(keyBytes), keyId),
      made_at: now,
    })
    .execute();
  return keyId;
}

/** Nothing is there yet that would have to be sealed. */
async function isBlank(db: Transaction<Tables>): Promise<boolean> {
  for (const { table } of sealedTables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

/** The first start with a master key: everything written from now on is sealed. */
export async function beginWithKey(db: Kysely<Tables>, masters: readonly MasterKey[]): Promise<void> {
  const [first] = masters;
  checkKeys(await db.selectFrom("data_key").selectAll().execute(), masters);
  if (first === undefined) return;
  await db.transaction().execute(async (transaction) => {
    const now = Date.now();
    // The first process here creates the key; the others wait for it, and find it.
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto("data_key")
      .values({ key_id: 0, state: "leaving", given_id: "", wrapped: "", made_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return;
    await addKey(transaction, first, now);
    if (await isBlank(transaction))
      await transaction.updateTable("data_key").set({ state: "gone" }).where("key_id", "=", 0).execute();
  });
}
