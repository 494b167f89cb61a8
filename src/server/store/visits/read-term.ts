import { type RawBuilder, sql, type SqlBool } from "kysely";
import { codeNamed, isMarkOf, type NamedAmount } from "#room/billing/read-search.ts";
import { currencyDigits, minorUnits } from "#room/contract/primitives/money.ts";
import type { VisitMatch, VisitState } from "#room/contract/schemas/visit.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import { wordsOf } from "./visit-words.ts";

/** Sorts after all texts with that beginning. */
const behind = (prefix: string) => `${prefix}\u{10FFFF}`;

/** A term of a text, and what it means besides its words: names of the directory, a day, an amount, a state. */
export interface TextTerm {
  readonly text: string;
  /** That invoice, and nothing besides. */
  readonly invoiceNumber?: number;
  /** Payers and providers. */
  readonly partyIds?: readonly string[];
  readonly practiceIds?: readonly string[];
  /** Who charged it, has it, or wrote a note on it. */
  readonly people?: readonly string[];
  readonly serviceDates?: readonly string[];
  /** In whatever currency a visit is. */
  readonly amount?: NamedAmount;
  readonly states?: readonly VisitState[];
}

interface NamedVisits {
  readonly match: Extract<VisitMatch, "invoice" | "id" | "words">;
  readonly ids: RawBuilder<unknown>;
}

export interface FoundByTerm {
  readonly term: TextTerm;
  /** Each begins a word of an open visit's reason. */
  readonly words: readonly string[];
  /** Whether a visit has the term's amount; undefined if none can. */
  readonly amount: RawBuilder<SqlBool> | undefined;
  /** Queries of the ids of the visits whose notes or codes have the words, or that the term names. */
  readonly named: readonly NamedVisits[];
  /** How many visits each way of finding them may give. */
  readonly most: number;
  /** Of a term that is a code: whether a visit had it while it was open, and whether its invoice has it. */
  readonly code: { readonly noted: RawBuilder<SqlBool>; readonly billed: RawBuilder<SqlBool> } | undefined;
  /** A query of the ids of all that it finds, besides by reasons and states. */
  readonly ids: RawBuilder<unknown>;
}

/** The visits whose codes, notes and reasons for closing contain all words, or words that begin with them. */
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

const idOfInvoice = (number: number) => sql`select visit_id from invoice where invoice_number = ${number}`;

/** The visits a text names: by an id, its beginning or its short form ("b500…0010"), or by an invoice number. */
function idsNamed(text: string): NamedVisits[] {
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
      ? [{ match: "invoice" as const, ids: idOfInvoice(Number(bare)) }]
      : []),
    ...(/^[\da-f]{4,32}$/.test(bare)
      ? tables.map((each) => ({ match: "id" as const, ids: byId(each) }))
      : []),
  ];
}

/** The amount of visits in minor units, whose number differs between currencies: a condition for each. */
function amountsIn(currencies: readonly string[], named: NamedAmount | undefined): RawBuilder<SqlBool>[] {
  const byDigits = new Map<number, { readonly minor: number; readonly of: string[] }>();
  for (const currency of currencies) {
    if (!named || !isMarkOf(named.mark, currency)) continue;
    const minor = minorUnits(named.amount, currency);
    if (minor === undefined) continue;
    const digits = currencyDigits(currency);
    byDigits.set(digits, { minor, of: [...(byDigits.get(digits)?.of ?? []), currency] });
  }
  return [...byDigits].map(([digits, { minor, of }]) => {
    const last = minor + (named?.isWhole ? 10 ** digits - 1 : 0);
    return sql<SqlBool>`(amount_minor >= ${minor} and amount_minor <= ${last} and currency in (${sql.join(of)}))`;
  });
}

function idsMeant(
  { partyIds = [], practiceIds = [], serviceDates = [], people = [] }: TextTerm,
  amounts: readonly RawBuilder<SqlBool>[],
) {
  const of = (source: RawBuilder<unknown>, column: string, values: readonly (string | number)[]) =>
    values.length === 0
      ? []
      : [sql`select visit_id from ${source} ${sql.ref(column)} in (${sql.join(values)})`];
  return [
    ...of(sql`visit_party where`, "party_id", partyIds),
    ...of(sql`invoice where`, "created_by", people),
    ...of(sql`open_visit where`, "taken_by", people),
    ...of(sql`visit_note where`, "written_by", people),
    // Open and done ones have indexes of their own; those of the done ones begin with the state.
    ...[sql`open_visit where`, sql`visit where state in ('charged', 'voided', 'closed') and`].flatMap(
      (source) => [
        ...of(source, "practice_id", practiceIds),
        ...of(source, "service_date", serviceDates),
        ...amounts.map((amount) => sql`select visit_id from ${source} ${amount}`),
      ],
    ),
  ];
}

/** The ids that any of these queries finds, of each so many at most. */
export function union(ways: readonly RawBuilder<unknown>[], most: number): RawBuilder<unknown> {
  if (ways.length === 0) return sql`select visit_id from visit where 1 = 0`;
  const limited = ways.map(
    (ids) => sql`select visit_id from (select distinct visit_id from (${ids}) as each_way
    limit ${most}) as way`,
  );
  return sql.join(limited, sql` union `);
}

/** The columns inside are renamed, so that the visit's own are not taken for them. */
async function withCode(vault: Vault, code: string) {
  const keys = await vault.wordKeys();
  const [word = ""] = wordsOf(code);
  const kept = [...keys.tokensOf(word), ...(keys.clear ? [word] : [])];
  return {
    noted: sql<SqlBool>`exists (select 1 from (select visit_id as of_visit from visit_word
      where word in (${sql.join(kept)})) as noted where noted.of_visit = visit_id)`,
    billed: sql<SqlBool>`exists (select 1 from (select invoice_number as of_invoice from invoice_line
      where code = ${code}) as made where made.of_invoice = invoice_number)`,
    ids: sql`select visit_id from invoice_line
      join invoice on invoice.invoice_number = invoice_line.invoice_number where code = ${code}`,
  };
}

/** `currencies`: those of all visits. `most`: how many visits each way of finding them may give. */
export async function readTerm(
  vault: Vault,
  term: TextTerm,
  { currencies, most }: { readonly currencies: readonly string[]; readonly most: number },
): Promise<FoundByTerm> {
  const { invoiceNumber, text } = term;
  if (invoiceNumber !== undefined) {
    const ids = idOfInvoice(invoiceNumber);
    const named = [{ match: "invoice" as const, ids }];
    return { term, words: [], amount: undefined, named, most, code: undefined, ids };
  }
  const amounts = amountsIn(currencies, term.amount);
  const bare = codeNamed(text);
  const words = wordsOf(bare ?? text);
  const code = bare === undefined ? undefined : await withCode(vault, bare);
  const withWords = words.length === 0 ? [] : [await idsWithWords(vault, words)];
  const named = [...withWords.map((ids) => ({ match: "words" as const, ids })), ...idsNamed(text.trim())];
  return {
    term,
    words: wordsOf(text),
    amount: amounts.length === 0 ? undefined : sql<SqlBool>`(${sql.join(amounts, sql` or `)})`,
    named,
    most,
    code,
    ids: union(
      [...named.map(({ ids }) => ids), ...idsMeant(term, amounts), ...(code ? [code.ids] : [])],
      most,
    ),
  };
}
