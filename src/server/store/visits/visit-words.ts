import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import type { Vault } from "#room/server/vault/vault.ts";

const maxWords = 500;
const longest = 40;
/** Both engines limit the number of values in one statement. */
const rowsAtOnce = 1000;

/** The words of a text in searchable form: letters and digits, without case and accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, longest).join("")))];
}

export async function addWords(
  { db, seal }: { readonly db: Kysely<Tables>; readonly seal: Sealer },
  visitId: string,
  text: string,
): Promise<void> {
  const rows = seal.words(wordsOf(text).slice(0, maxWords)).map((word) => ({ word, visit_id: visitId }));
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto("visit_word")
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Sorts after all words with that beginning. */
function behind(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

const maxFound = 10_001;

/** The visits whose notes and reasons for closing contain all words, or words that begin with them, up to a limit. */
export async function visitsWithWords(
  { db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault },
  words: readonly string[],
): Promise<Set<string>> {
  const keys = await vault.wordKeys();
  let found: Set<string> | undefined;
  // Longest first, since it is usually the rarest.
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const rows = await db
      .selectFrom("visit_word")
      .select("visit_id")
      .where((build) =>
        build.or([
          ...keys.tokensOf(word).map((token) => build("word", "=", token)),
          ...(keys.clear ? [build.and([build("word", ">=", word), build("word", "<", behind(word))])] : []),
        ]),
      )
      .limit(maxFound)
      .execute();
    const ids = new Set(rows.map((row) => row.visit_id));
    found = found === undefined ? ids : new Set([...found].filter((id) => ids.has(id)));
    if (found.size === 0) return found;
  }
  return found ?? new Set();
}

/** The visits a text names: by the beginning of an id, or by an invoice number. */
export async function visitsNamed(db: Kysely<Tables>, text: string): Promise<Set<string>> {
  const found = new Set<string>();
  const bare = text
    .trim()
    .replaceAll(/[-{}…]/g, "")
    .toLowerCase();
  const add = (rows: readonly { readonly visit_id: string }[]) => {
    for (const row of rows) found.add(row.visit_id);
  };
  if (/^\d{1,15}$/.test(bare))
    add(
      await db.selectFrom("invoice").select("visit_id").where("invoice_number", "=", Number(bare)).execute(),
    );
  if (!/^[\da-f]{4,32}$/.test(bare)) return found;
  const last = `${bare}g`;
  for (const table of ["charged_event", "refused_event"] as const)
    add(
      await db
        .selectFrom(table)
        .select("visit_id")
        .where("event_id", ">=", bare)
        .where("event_id", "<", last)
        .limit(200)
        .execute(),
    );
  add(
    await db
      .selectFrom("visit")
      .select("visit_id")
      .where("visit_id", ">=", bare)
      .where("visit_id", "<", last)
      .limit(200)
      .execute(),
  );
  return found;
}
