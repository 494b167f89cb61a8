import { didChange, valuesOf } from "./rows.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Sealer } from "#room/server/vault/sealer.ts";
import { ifReadable } from "#room/server/vault/seal-bytes.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { NewMessage } from "./message-record.ts";
import { readMessage } from "./read-message.ts";
import { textOfHtml } from "./text-of-html.ts";
import type { Tables } from "./tables.ts";
import { allWordsOf, wordsOf } from "./visits/visit-words.ts";

/** Of a longer letter its first different words are found. */
const maxWords = 2000;
/** Characters of each body that are looked at. */
const looked = 500_000;

/** Not yet; made; impossible, since it cannot be decrypted. */
const searchState = { notYet: 0, made: 1, unreadable: 2 } as const;

type Worded = Pick<NewMessage, "subject" | "sender" | "to" | "cc" | "textBody" | "htmlBody"> & {
  readonly attachments: readonly { readonly fileName: string }[];
};

/** What a message is found by: its subject, people, the names of its attachments, and its text. */
function textsOf({ subject, sender, to, cc, attachments, textBody, htmlBody }: Worded): string[] {
  const names = attachments.map(({ fileName }) => fileName);
  const body = [(textBody ?? "").slice(0, looked), textOfHtml(htmlBody ?? "", looked)];
  return [subject, sender, ...to, ...cc, ...names, ...body];
}

/** What stands in quotes in a search, as words with blanks between and around. One word needs no order. */
export function phrasesIn(text: string): string[] {
  const quoted = [...text.matchAll(/["“”]([^"“”]+)["“”]/g)].map(([, phrase = ""]) => allWordsOf(phrase));
  return quoted.filter((words) => words.length > 1).map((words) => ` ${words.join(" ")} `);
}

export function hasPhrases(message: Worded, phrases: readonly string[]): boolean {
  const texts = textsOf(message).map((text) => ` ${allWordsOf(text).join(" ")} `);
  return phrases.every((phrase) => texts.some((text) => text.includes(phrase)));
}

/** Makes a stored message found by its words; in the transaction that stores it, or that claims it. */
export async function addMessageWords(
  { db, seal }: { readonly db: Kysely<Tables>; readonly seal: Sealer },
  messageId: number,
  message: Worded,
): Promise<void> {
  const words = seal.words(wordsOf(textsOf(message).join(" ")).slice(0, maxWords));
  // On PostgreSQL this is a tsvector as it is written; the words have no character that it would read otherwise.
  await sql`insert into message_text (rowid, words) values (${messageId}, ${words.join(" ")})`.execute(db);
}

const atOnce = 10;

/** Of messages stored before there were any, the newest first; again after a change of the key. */
export async function addMissingWords(
  { db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault },
  isOver: () => boolean,
): Promise<void> {
  await db
    .updateTable("message")
    .set({ search_state: searchState.notYet })
    .where("search_state", "=", searchState.unreadable)
    .execute();
  while (!isOver()) {
    const missing = db.selectFrom("message").where("search_state", "=", searchState.notYet);
    const ids = await valuesOf(missing.orderBy("message_id", "desc").limit(atOnce), "message_id");
    if (ids.length === 0) return;
    const seal = await vault.sealer();
    for (const message_id of ids) {
      const message = await ifReadable(readMessage({ db, vault }, message_id));
      await db.transaction().execute(async (transaction) => {
        // Another process may have been here first.
        const unclaimed = transaction
          .updateTable("message")
          .where("message_id", "=", message_id)
          .where("search_state", "=", searchState.notYet);
        const state = message ? searchState.made : searchState.unreadable;
        if ((await didChange(unclaimed.set({ search_state: state }))) && message)
          await addMessageWords({ db: transaction, seal }, message_id, message);
      });
      await nextTurn();
    }
  }
}

/** Forgets all words, whatever key they are under: the next start makes them anew. */
export async function forgetMessageWords({
  db,
  kind,
}: {
  readonly db: Kysely<Tables>;
  readonly kind: "sqlite" | "postgres";
}): Promise<void> {
  if (kind === "sqlite") await sql`insert into message_text (message_text) values ('delete-all')`.execute(db);
  else await sql`delete from message_text`.execute(db);
  await db.updateTable("message").set({ search_state: searchState.notYet }).execute();
}
