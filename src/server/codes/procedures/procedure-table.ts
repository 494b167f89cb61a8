import { onceFor } from "#room/signals/once-for.ts";
import { CodeTableBuilder } from "#room/server/codes/build-code-table.ts";
import { CodeTable } from "#room/server/codes/code-table.ts";
import { fieldOf, isBodyWord, isOfOtherField, waysOfWord } from "#room/server/codes/field-words.ts";
import { singularOf } from "#room/server/codes/read-field-words.ts";
import { isWord } from "#room/server/codes/word-forms.ts";
import { queryWords } from "#room/server/codes/words-of-text.ts";
import type { ProcedureBook } from "./procedure-book.ts";
import { starterProcedures, starterProcedureLines } from "./starter-procedures.ts";

const common = new Set(starterProcedureLines.map(({ code }) => code));
/** What urgent care bills most, among codes with common words. */
const daily = new Set(
  "J1885 J0696 J1100 J2405 J1200 J3301 J7613 J7620 J7030 J7040 J7050 J2550 J1010 J2919 A4565 A4570 L3908 L1902 L4360 L4386 E0114 S9083 S9088 G0168 Q4021 Q4022 LT RT XS XU".split(
    " ",
  ),
);

/** How many days are cached: a clinic enters today's visits and yesterday's. */
const maxDays = 4;

const tablesOf = onceFor((book: ProcedureBook) => ({
  all: buildTable(book),
  byDay: new Map<string, CodeTable>(),
}));

/** The book as the search uses it for one day: what is not in force counts as not billable. */
export async function procedureTableOn(book: ProcedureBook, date: string): Promise<CodeTable> {
  const tables = tablesOf(book);
  const known = tables.byDay.get(date);
  if (known) return known;
  const all = await tables.all;
  const billable = all.arrays.billable.map((_, index) => Number(isInForce(book, all.codeAt(index), date)));
  const table = new CodeTable(all.system, all.sets, { ...all.arrays, billable });
  const [oldest = ""] = tables.byDay.keys();
  if (tables.byDay.size >= maxDays) tables.byDay.delete(oldest);
  tables.byDay.set(date, table);
  return table;
}

async function buildTable(book: ProcedureBook): Promise<CodeTable> {
  const builder = new CodeTableBuilder("HCPCS");
  const lines = Array.from(book.codes.values(), ({ code, title, shortTitle }) => ({
    code,
    isBillable: true,
    // The table's texts are ISO-8859-1; it is only searched, and displayed text comes from the book.
    title: `${title} ${shortTitle === title ? "" : shortTitle}`.replaceAll(/[^\u0020-\u00ff]/g, " ").trim(),
  }));
  await builder.add(starterProcedures, lines);
  return builder.build((code) => (daily.has(code) ? 0 : common.has(code) ? 1 : 2));
}

function isInForce(book: ProcedureBook, code: string, date: string): boolean {
  const { state } = book.check(code, date);
  return state === "valid" || state === "not-checked";
}

/** True for "x ray wrist", "strep test": services that have codes in CPT, and none in HCPCS level II. */
export function asksForService(question: string): boolean {
  const { phrases, services } = fieldOf("HCPCS");
  const words = new Set(queryWords(question).map(singularOf));
  const has = (all: readonly string[]) => all.every((word) => words.has(word));
  const longest = services.filter(has).reduce((most, service) => Math.max(most, service.length), 0);
  // "Flu shot admin" is one of level II, although "shot admin" is not.
  const named = phrases.find((phrase) => phrase.ways.length > 0 && has(phrase.words))?.words.length ?? 0;
  return longest > 0 && longest > named;
}

/** True for "bee sting", "asthma attack": of diagnoses, with a word that no procedure has, and no drug or supply. */
export function asksForDiagnosis(question: string, table: CodeTable): boolean {
  const field = fieldOf(table.system);
  const words = queryWords(question);
  const own = words.filter((word) => !isBodyWord(word, field));
  const singular = new Set(words.map(singularOf));
  const isSupply =
    own.some((word) => (waysOfWord(word, field) ?? []).length > 0) ||
    field.phrases.some(
      (phrase) => phrase.ways.length > 0 && phrase.words.every((word) => singular.has(word)),
    );
  return !isSupply && own.some((word) => isOfOtherField(word, table.system) && !isWord(word, table));
}
