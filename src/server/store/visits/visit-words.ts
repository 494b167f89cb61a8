import { type Kysely, type RawBuilder, sql } from "kysely";
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

/** Sorts after all texts with that beginning. */
const behind = (prefix: string) => `${prefix}\u{10FFFF}`;

/** What a text means besides its words: what the directory's names with these words stand for, a day, an amount. */
export interface TextMeaning {
  /** Payers and providers. */
  readonly partyIds?: readonly string[];
  readonly practiceIds?: readonly string[];
  readonly serviceDates?: readonly string[];
  /** In minor units. */
  readonly amounts?: readonly number[];
}

/** How a text finds visits. */
export interface FoundByText {
  /** Each begins a word of an open visit's reason. */
  readonly words: readonly string[];
  /** A query of the ids of the visits whose notes have the words, or that the text names. */
  readonly named: RawBuilder<unknown>;
  readonly meaning: TextMeaning;
  /** A query of the ids of all that it finds, besides by reasons. */
  readonly ids: RawBuilder<unknown>;
}

/** The visits whose notes and reasons for closing contain all words, or words that begin with them. */
async function idsWithWords(vault: Vault, words: readonly string[]): Promise<RawBuilder<unknown>> {
  const keys = await vault.wordKeys();
  // Longest first, since it is usually the rarest.
  const tests = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) =>
      sql.join(
        [
          ...keys.tokensOf(word).map((token) => sql`word = ${token}`),
          ...(keys.clear ? [sql`(word >= ${word} and word < ${behind(word)})`] : []),
        ],
        sql` or `,
      ),
    );
  const [first = sql`1 = 0`, ...others] = tests;
  const also = others.map((test) => sql` and visit_id in (select visit_id from visit_word where ${test})`);
  return sql`select visit_id from visit_word where (${first})${sql.join(also, sql``)}`;
}

/** The visits a text names: by an id, its beginning or its short form ("b500…0010"), or by an invoice number. */
function idsNamed(text: string): RawBuilder<unknown>[] {
  const short = /^([\da-f]{4})(?:…|\.{3})([\da-f]{4})$/i.exec(text);
  const [, start = "", end = ""] = short?.map((part) => part.toLowerCase()) ?? [];
  const bare = short ? start : text.replaceAll(/[-{}…]/g, "").toLowerCase();
  const byId = ([table, column]: readonly [table: string, column: string]) =>
    sql`select visit_id from ${sql.table(table)} where ${sql.ref(column)} >= ${bare}
      and ${sql.ref(column)} < ${behind(bare)} and ${sql.ref(column)} like ${`%${end}`}`;
  const tables = [
    ["charged_event", "event_id"],
    ["refused_event", "event_id"],
    ["visit", "visit_id"],
  ] as const;
  return [
    ...(!short && /^\d{1,15}$/.test(bare)
      ? [sql`select visit_id from invoice where invoice_number = ${Number(bare)}`]
      : []),
    ...(/^[\da-f]{4,32}$/.test(bare) ? tables.map((each) => byId(each)) : []),
  ];
}

function idsMeant({ partyIds = [], practiceIds = [], serviceDates = [], amounts = [] }: TextMeaning) {
  const of = (table: string, column: string, values: readonly (string | number)[]) =>
    values.length === 0
      ? []
      : [sql`select visit_id from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(values)})`];
  return [
    ...of("visit_party", "party_id", partyIds),
    // Open and done ones have indexes of their own.
    ...["open_visit", "visit"].flatMap((table) => [
      ...of(table, "practice_id", practiceIds),
      ...of(table, "service_date", serviceDates),
      ...of(table, "amount_minor", amounts),
    ]),
  ];
}

function union(ways: readonly RawBuilder<unknown>[], most: number): RawBuilder<unknown> {
  if (ways.length === 0) return sql`select visit_id from visit where 1 = 0`;
  const limited = ways.map(
    (ids) => sql`select visit_id from (select distinct visit_id from (${ids}) as each_way
    limit ${most}) as way`,
  );
  return sql.join(limited, sql` union `);
}

/** `most`: how many visits each way of finding them may give. */
export async function readText(
  vault: Vault,
  { text, meaning, most }: { readonly text: string; readonly meaning: TextMeaning; readonly most: number },
): Promise<FoundByText> {
  const words = wordsOf(text);
  const named = [...(words.length === 0 ? [] : [await idsWithWords(vault, words)]), ...idsNamed(text.trim())];
  return {
    words,
    meaning,
    named: union(named, most),
    ids: union([...named, ...idsMeant(meaning)], most),
  };
}
