import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Vault } from "#room/server/vault/vault.ts";
import type { EngineKind, KeyedEngine } from "./engine.ts";
import { ifReadable } from "#room/server/vault/seal-bytes.ts";
import { hasPhrases, phrasesIn } from "./message-words.ts";
import { addressesOf } from "./shared-letters.ts";
import { isAny } from "./rows.ts";
import { readMessage } from "./read-message.ts";
import { entriesOf, openSummaries, summaryColumns, type SummaryRecord, withShared } from "./mailboxes.ts";
import type { Tables } from "./tables.ts";
import { parseNames } from "./user-repository.ts";
import { wordsOf } from "./visits/visit-words.ts";

export type SearchedFolder = "inbox" | "archive" | "sent" | "all";

export interface MessageSearch {
  readonly text: string;
  readonly folder: SearchedFolder;
  readonly limit: number;
  /** Only those with a lower number: they came earlier. */
  readonly before: number | undefined;
}

export interface FoundMessage extends SummaryRecord {
  /** Undefined: received. */
  readonly sentTo: readonly string[] | undefined;
  /** Who else sent it, from an address that the user shares. */
  readonly sentBy: string | undefined;
}

/** More words cost more and narrow nothing that a person would miss. */
const maxWords = 20;

export const hasWords = (text: string) => wordsOf(text).length > 0;

/**
 * The database's own query: messages that have all words, or words that begin with them. Words are letters and digits
 * and tokens have `~`, `-` and `_` besides, so that nothing in quotes ends them.
 */
async function queryOf(kind: EngineKind, vault: Vault, text: string): Promise<string> {
  const keys = await vault.wordKeys();
  const isPlain = kind === "sqlite";
  const terms = wordsOf(text)
    .slice(0, maxWords)
    .map((word) => {
      const tokens = keys.tokensOf(word).map((token) => (isPlain ? `"${token}"` : `'${token}'`));
      const beginning = isPlain ? `"${word}"*` : `'${word}':*`;
      return `(${[...tokens, ...(keys.clear ? [beginning] : [])].join(isPlain ? " OR " : " | ")})`;
    });
  return terms.join(isPlain ? " AND " : " & ");
}

interface OwnMessages {
  readonly table: "mailbox_entry" | "sent_message";
  /** Which of the table are the user's. */
  readonly condition: RawBuilder<unknown>;
}

async function ownIn(db: Kysely<Tables>, userId: number, folder: SearchedFolder): Promise<OwnMessages[]> {
  // Most share none, and whoever does not need not be searched for.
  const shared = await addressesOf(db, { userId }).execute();
  const received = (condition: RawBuilder<unknown>) =>
    ({ table: "mailbox_entry", condition: sql`own.user_id = ${userId} ${condition}` }) as const;
  const sent = (condition: RawBuilder<unknown>): OwnMessages[] => [
    { table: "sent_message", condition: sql`own.user_id = ${userId} ${condition}` },
    ...shared.map(({ address_key }) => ({
      table: "sent_message" as const,
      condition: sql`own.user_id <> ${userId} and own.shared_from = ${address_key} ${condition}`,
    })),
  ];
  if (folder === "sent") return sent(sql``);
  if (folder !== "all") return [received(sql`and own.is_archived = ${folder === "archive" ? 1 : 0}`)];
  // Once, however it is theirs.
  const notReceived = sql`and not exists (select 1 from mailbox_entry received
    where received.user_id = ${userId} and received.message_id = own.message_id)`;
  return [received(sql``), ...sent(notReceived)];
}

interface Asked {
  readonly query: string;
  readonly before: number;
  readonly limit: number;
}

type Ids = readonly { readonly message_id: number }[];

/** FTS5 gives what it finds one by one, the last stored first: nobody waits for the rest. */
async function findOnSqlite(
  db: Kysely<Tables>,
  { table, condition }: OwnMessages,
  { query, before, limit }: Asked,
): Promise<Ids> {
  const { rows } = await sql<{ message_id: number }>`select own.message_id
    from message_text cross join ${sql.table(table)} own
    where message_text match ${query} and message_text.rowid < ${before}
      and own.message_id = message_text.rowid and ${condition}
    order by message_text.rowid desc limit ${limit}`.execute(db);
  return rows;
}

/** The newest messages that PostgreSQL looks through one by one. */
const looked = 500;

/**
 * A GIN index gives all it finds at once and in no order: a tenth of a second for a word that 50,000 messages have. Such
 * a word is in enough of the newest messages; one that is not is in few, which the index gives in some milliseconds.
 */
async function findOnPostgres(
  db: Kysely<Tables>,
  { table, condition }: OwnMessages,
  { query, before, limit }: Asked,
): Promise<Ids> {
  const isFound = sql`words @@ cast(${query} as tsquery)`;
  const newest = sql`select own.message_id from ${sql.table(table)} own
    where own.message_id < ${before} and ${condition}
    order by own.message_id desc limit ${looked}`;
  // The offset keeps the condition outside, and the index out of it.
  const near = await sql<{ message_id: number; is_found: boolean }>`select message_id, ${isFound} as is_found
    from (select newest.message_id, words from (${newest}) newest
      left join message_text on message_text.rowid = newest.message_id offset 0) each_one
    order by message_id desc`.execute(db);
  const found = near.rows.filter((row) => row.is_found);
  if (found.length >= limit || near.rows.length < looked) return found.slice(0, limit);
  const { rows } = await sql<{ message_id: number }>`
    with found as materialized (select rowid from message_text where ${isFound})
    select own.message_id from found join ${sql.table(table)} own on own.message_id = found.rowid
    where own.message_id < ${near.rows.at(-1)?.message_id} and ${condition}
    order by own.message_id desc limit ${limit - found.length}`.execute(db);
  return [...found, ...rows];
}

/** Of messages that others sent, who did. */
async function othersWhoSent(
  db: Kysely<Tables>,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("sent_message")
    .innerJoin("person", "person.user_id", "sent_message.user_id")
    .select(["sent_message.message_id", "person.name"])
    .where("sent_message.message_id", "in", ids)
    .where("sent_message.user_id", "!=", userId)
    .execute();
  return new Map(rows.flatMap(({ message_id, name }) => (message_id === null ? [] : [[message_id, name]])));
}

export async function openFound(
  { db, vault }: Pick<KeyedEngine, "db" | "vault">,
  { userId, folder }: { readonly userId: number; readonly folder: SearchedFolder },
  ids: readonly number[],
): Promise<Map<number, FoundMessage>> {
  if (ids.length === 0) return new Map();
  const received =
    folder === "sent" ? [] : await entriesOf(db, userId).where("message.message_id", "in", ids).execute();
  const has = new Set(received.map(({ messageId }) => messageId));
  const others = ids.filter((id) => !has.has(id));
  const sent =
    others.length === 0
      ? []
      : await db
          .selectFrom("message")
          .select(summaryColumns)
          .select(["to_list", "cc_list"])
          .where("message_id", "in", others)
          .execute();
  const senders = await othersWhoSent(
    db,
    userId,
    sent.map(({ messageId }) => messageId),
  );
  const to = new Map<number, readonly string[]>();
  const rows = [...received];
  for (const { to_list, cc_list, ...row } of sent) {
    to.set(row.messageId, [...parseNames(to_list), ...parseNames(cc_list)]);
    rows.push({ ...row, isRead: 1, isArchived: 0, labels: null });
  }
  const opened = await withShared(db, userId, await openSummaries(vault, userId, rows));
  return new Map(
    opened.map((one) => [
      one.messageId,
      { ...one, sentTo: to.get(one.messageId), sentBy: senders.get(one.messageId) },
    ]),
  );
}

/** Of those that have the words, how many pages are looked through for a phrase at a time. */
const maxRounds = 4;

/** Those of these messages that have the phrases. The database knows which words a message has, not their order. */
async function withPhrases(
  parts: Pick<KeyedEngine, "db" | "vault">,
  ids: readonly number[],
  phrases: readonly string[],
): Promise<number[]> {
  if (phrases.length === 0) return [...ids];
  const kept: number[] = [];
  for (const id of ids) {
    const message = await ifReadable(readMessage(parts, id));
    if (message && hasPhrases(message, phrases)) kept.push(id);
  }
  return kept;
}

export async function searchMessages(
  { db, aside, kind, vault }: Pick<KeyedEngine, "db" | "aside" | "kind" | "vault">,
  userId: number,
  { text, folder, limit, before = Number.MAX_SAFE_INTEGER }: MessageSearch,
) {
  const isComplete = !(await isAny(db.selectFrom("message").where("search_state", "=", 0)));
  const query = await queryOf(kind, vault, text);
  if (query === "") return { messages: [], next: undefined, isComplete };
  const find = kind === "sqlite" ? findOnSqlite : findOnPostgres;
  const phrases = phrasesIn(text);
  const places = await ownIn(db, userId, folder);
  const page: number[] = [];
  let next: number | undefined = before;
  for (let round = 0; next !== undefined && page.length < limit && round < maxRounds; round += 1) {
    const asked: Asked = { query, before: next, limit: limit - page.length };
    const found: number[] = [];
    for (const own of places) {
      const ids = await find(aside, own, { ...asked, limit: asked.limit + 1 });
      found.push(...ids.map(({ message_id }) => message_id));
    }
    const ids = found.toSorted((a, b) => b - a);
    const some = ids.slice(0, asked.limit);
    next = ids.length > asked.limit ? some.at(-1) : undefined;
    page.push(...(await withPhrases({ db, vault }, some, phrases)));
  }
  const opened = await openFound({ db, vault }, { userId, folder }, page);
  // One that was fetched late stands among those of its day.
  const messages = page.flatMap((id) => opened.get(id) ?? []);
  return { messages: messages.toSorted((a, b) => b.receivedAt - a.receivedAt), next, isComplete };
}
