import { sql, type Transaction, type Kysely } from "kysely";
import { forgetMessageWords } from "#room/server/store/message-words.ts";
import { refuseOthers } from "#room/server/store/refuse-others.ts";
import type { Store } from "#room/server/store/store.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { associatedData } from "./associated-data.ts";
import type { MasterKey } from "./master-key.ts";
import { boundTo, type LooseRow, type SealedTable, sealedTables } from "./sealed-columns.ts";
import { type Sealer, tokensBegin } from "./sealer.ts";
import type { StoredText } from "./stored-text.ts";
import { UnreadableRecord } from "./seal-bytes.ts";
import { Vault } from "./vault.ts";
import { WrongSetting } from "#room/server/settings.ts";
import { addKey } from "./open-vault.ts";

const rowsAtOnce = 200;

interface Parts {
  readonly db: Transaction<Tables>;
  readonly vault: Vault;
  readonly seal: Sealer;
  /** What cannot be opened: it stays as it is, and does not stop the rest. */
  readonly unreadable: Set<string>;
  /** Visits with such notes: their search words stay, too. */
  readonly visits: Set<string>;
}

/** Undefined if it cannot be opened. */
async function orNoted<T>({ unreadable }: Parts, open: Promise<T>): Promise<T | undefined> {
  try {
    return await open;
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    unreadable.add(error.place);
    return undefined;
  }
}

async function reEncryptRow(parts: Parts, sealed: SealedTable, row: LooseRow) {
  const { vault, seal } = parts;
  const texts: Record<string, string | null> = {};
  const changes: Record<string, unknown> = {};
  for (const name of sealed.columns) {
    const place = boundTo(sealed, name, row);
    // A sealed column contains what a sealer wrote, or nothing.
    const text = await orNoted(parts, vault.text(place, row[name] as StoredText | null));
    if (text === undefined) {
      if (typeof row["visit_id"] === "string") parts.visits.add(row["visit_id"]);
      continue;
    }
    texts[name] = text;
    changes[name] = seal.text(place, text);
  }
  return { ...changes, ...(await sealed.derived?.(row, texts, parts)) };
}

async function reEncryptTable(parts: Parts, sealed: SealedTable): Promise<number> {
  const { db } = parts;
  const { table, keys, bound = [], also = [], columns } = sealed;
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const all = sql.join([...new Set([...keys, ...bound, ...also, ...columns])].map((name) => sql.ref(name)));
  let after: LooseRow | undefined;
  for (let count = 0; ;) {
    const last = after;
    const behind = last && sql`where (${key}) > (${sql.join(keys.map((name) => last[name]))})`;
    const { rows } = await sql<LooseRow>`select ${all} from ${sql.table(table)} ${behind ?? sql``}
      order by ${key} limit ${rowsAtOnce}`.execute(db);
    for (const row of rows) {
      const changes = Object.entries(await reEncryptRow(parts, sealed, row));
      if (changes.length === 0) continue;
      const values = changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      const same = keys.map((name) => sql`${sql.ref(name)} = ${row[name]}`);
      await sql`update ${sql.table(table)} set ${sql.join(values)} where ${sql.join(same, sql` and `)}`.execute(
        db,
      );
      count += 1;
    }
    after = rows.at(-1);
    if (after === undefined) return count;
  }
}

async function reEncryptPieces(parts: Parts): Promise<number> {
  const { db, vault, seal } = parts;
  let after = { message_id: 0, position: 0, piece: -1 };
  for (let count = 0; ;) {
    const { message_id, position, piece } = after;
    const row = await db
      .selectFrom("attachment_piece")
      .selectAll()
      .where(sql<boolean>`(message_id, position, piece) > (${message_id}, ${position}, ${piece})`)
      .orderBy("message_id")
      .orderBy("position")
      .orderBy("piece")
      .limit(1)
      .executeTakeFirst();
    if (!row) return count;
    after = row;
    const data = associatedData.piece(row);
    const bytes = await orNoted(parts, vault.bytes(data, row.content, row.key_id));
    if (bytes === undefined) continue;
    await db
      .updateTable("attachment_piece")
      .set({ content: seal.bytes(data, bytes), key_id: seal.keyId })
      .where("message_id", "=", row.message_id)
      .where("position", "=", row.position)
      .where("piece", "=", row.piece)
      .execute();
    count += 1;
  }
}

/** The current words were written with their notes. */
async function removeOldWords({ db, seal, visits }: Parts): Promise<void> {
  const begin = tokensBegin(seal.keyId);
  const isToken = sql<boolean>`(word >= ${begin} and word < ${`${begin}\u{10FFFF}`})`;
  await db
    .deleteFrom("visit_word")
    .where(seal.keyId === 0 ? isToken : sql<boolean>`not ${isToken}`)
    .$if(visits.size > 0, (query) => query.where("visit_id", "not in", [...visits]))
    .execute();
}

async function beginInClear(db: Transaction<Tables>): Promise<void> {
  await db.updateTable("data_key").set({ state: "leaving" }).where("state", "=", "current").execute();
  await db.updateTable("data_key").set({ state: "current" }).where("key_id", "=", 0).execute();
}

/**
 * Moves everything to a new data key, or into the clear; returns the places of what cannot be opened, which stays as it
 * is. The store must be open alone. All of it is one transaction: whoever is interrupted begins again.
 */
export async function reEncrypt(
  store: Pick<Store, "db" | "kind">,
  {
    masters,
    isOff,
    report,
  }: {
    readonly masters: readonly MasterKey[];
    /** Into the clear. */
    readonly isOff: boolean;
    readonly report: (what: string, rows: number) => void;
  },
): Promise<ReadonlySet<string>> {
  return store.db.transaction().execute(async (db) => {
    if (store.kind === "postgres") {
      // A server that starts now waits, and gives up.
      await sql`lock table data_key in access exclusive mode`.execute(db);
      await refuseOthers(db);
    }
    await (isOff ? beginInClear(db) : wrapAnew(db, masters));
    const vault = new Vault(db, () => masters);
    const parts: Parts = {
      db,
      vault,
      seal: await vault.sealer(),
      unreadable: new Set(),
      visits: new Set(),
    };
    for (const sealed of sealedTables) report(sealed.table, await reEncryptTable(parts, sealed));
    report("attachment_piece", await reEncryptPieces(parts));
    await removeOldWords(parts);
    await forgetMessageWords({ db, kind: store.kind });
    // Their keys are kept.
    if (parts.unreadable.size === 0)
      await db.updateTable("data_key").set({ state: "gone" }).where("state", "=", "leaving").execute();
    return parts.unreadable;
  });
}

/**
 * Wraps all data keys with the current master key, so that the previous one is no longer needed, and begins a new data
 * key for what is written from now on.
 */
async function wrapAnew(db: Transaction<Tables>, masters: readonly MasterKey[]): Promise<void> {
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
