import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { KeptText } from "./kept.ts";
import { beginOf, isUnder } from "./kept-form.ts";
import { placeOf } from "./places.ts";
import { resealWords } from "./reseal-words.ts";
import { type LooseRow, type SealedTable, sealedTables } from "./sealed-columns.ts";
import type { Sealer } from "./sealer.ts";
import { UnreadableRecord } from "./unreadable-record.ts";
import type { Vault } from "./vault.ts";
import { tokensBegin } from "./words-of-key.ts";

/** So few that a transaction does not delay charges. */
const rowsAtOnce = 20;

export interface ResealParts {
  readonly db: Kysely<Tables>;
  readonly vault: Vault;
  readonly seal: Sealer;
  /** The places of what cannot be opened: it stays as it is, and does not stop the rest. */
  readonly unreadable: Set<string>;
}

/** Undefined if it cannot be opened. */
async function orNoted<T>(unreadable: Set<string>, open: Promise<T>): Promise<T | undefined> {
  try {
    return await open;
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    unreadable.add(error.place);
    return undefined;
  }
}

/** Selects what is not under that key. */
function isElsewhere(column: string, keyId: number) {
  const begin = beginOf(keyId);
  const start = sql`substr(${sql.ref(column)}, 1, ${sql.lit(begin.length)})`;
  return keyId === 0 ? sql`(${start} = ${begin})` : sql`(${sql.ref(column)} <> '' and ${start} <> ${begin})`;
}

async function resealTable(
  { db, vault, seal, unreadable }: ResealParts,
  { table, keys, also = [], columns }: SealedTable,
): Promise<number> {
  const names = Object.keys(columns);
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const all = sql.join([...keys, ...also, ...names].map((name) => sql.ref(name)));
  const anyElsewhere = sql.join(
    names.map((name) => isElsewhere(name, seal.keyId)),
    sql` or `,
  );
  let after: LooseRow | undefined;
  for (let moved = 0; ;) {
    const last = after;
    const behind = last && sql`(${key}) > (${sql.join(keys.map((name) => last[name]))}) and`;
    const { rows } = await sql<LooseRow>`select ${all} from ${sql.table(table)}
      where ${behind ?? sql``} (${anyElsewhere}) order by ${key} limit ${rowsAtOnce}`.execute(db);
    if (rows.length === 0) return moved;
    const changes: { row: LooseRow; name: string; to: KeptText }[] = [];
    for (const row of rows)
      for (const [name, place] of Object.entries(columns)) {
        // A sealed column contains what a sealer wrote, or nothing.
        const value = row[name] as KeptText | null;
        if (value === null || isUnder(value, seal.keyId)) continue;
        const text = await orNoted(unreadable, vault.text(place(row), value));
        if (typeof text === "string") changes.push({ row, name, to: seal.text(place(row), text) });
      }
    await db.transaction().execute(async (transaction) => {
      for (const { row, name, to } of changes) {
        const same = [...keys, name].map((each) => sql`${sql.ref(each)} = ${row[each]}`);
        await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${to}
          where ${sql.join(same, sql` and `)}`.execute(transaction);
      }
    });
    moved += new Set(changes.map(({ row }) => row)).size;
    after = rows.at(-1);
    await nextTurn();
  }
}

async function resealPieces({ db, vault, seal, unreadable }: ResealParts): Promise<number> {
  let after = { message_id: 0, position: 0, piece: -1 };
  for (let moved = 0; ;) {
    const { message_id, position, piece } = after;
    const row = await db
      .selectFrom("attachment_piece")
      .selectAll()
      .where("key_id", "!=", seal.keyId)
      .where(sql<boolean>`(message_id, position, piece) > (${message_id}, ${position}, ${piece})`)
      .orderBy("message_id")
      .orderBy("position")
      .orderBy("piece")
      .limit(1)
      .executeTakeFirst();
    if (!row) return moved;
    after = row;
    const place = placeOf.piece(row);
    const bytes = await orNoted(unreadable, vault.bytes(place, row.content, row.key_id));
    if (bytes === undefined) continue;
    moved += 1;
    await db
      .updateTable("attachment_piece")
      .set({ content: seal.bytes(place, bytes), key_id: seal.keyId })
      .where("message_id", "=", row.message_id)
      .where("position", "=", row.position)
      .where("piece", "=", row.piece)
      .where("key_id", "=", row.key_id)
      .execute();
    await nextTurn();
  }
}

/** The digest that recognizes a repeated refused event. It stays as it is if the content was too large to keep. */
async function resealMarks({ db, vault, seal, unreadable }: ResealParts): Promise<number> {
  const begin = tokensBegin(seal.keyId);
  for (let moved = 0, after = 0; ;) {
    const rows = await db
      .selectFrom("refused_event")
      .select(["refused_id", "event_id", "received_at", "content", "digest"])
      .where("refused_id", ">", after)
      .where(
        sql<boolean>`(substr(digest, 1, ${sql.lit(begin.length)}) = ${begin}) = ${sql.lit(seal.keyId === 0)}`,
      )
      .orderBy("refused_id")
      .limit(rowsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return moved;
    for (const row of rows) {
      const content = (await orNoted(unreadable, vault.text(placeOf.refusedEvent(row), row.content))) ?? null;
      const bare = row.digest.startsWith("~") ? undefined : row.digest;
      const digest = content === null ? bare : hash("sha256", content, "base64url");
      if (digest === undefined) continue;
      await db
        .updateTable("refused_event")
        .set({ digest: seal.mark(digest) })
        .where("refused_id", "=", row.refused_id)
        .execute();
      moved += 1;
    }
    after = last.refused_id;
    await nextTurn();
  }
}

/**
 * Moves everything not under the sealer's key to it; returns the number of rows. It can be stopped and restarted at any
 * point.
 */
export async function reseal(
  parts: ResealParts,
  report: (what: string, rows: number) => void,
): Promise<number> {
  let all = 0;
  const count = (what: string, rows: number) => {
    all += rows;
    if (rows > 0) report(what, rows);
  };
  for (const table of sealedTables) count(table.table, await resealTable(parts, table));
  count("attachment_piece", await resealPieces(parts));
  count("refused_event (marks)", await resealMarks(parts));
  count("visit_word", await resealWords(parts));
  return all;
}
