import { CodeTableBuilder } from "#room/server/codes/build-code-table.ts";
import { CodeTable } from "#room/server/codes/code-table.ts";
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

interface Tables {
  readonly all: Promise<CodeTable>;
  readonly byDay: Map<string, CodeTable>;
}

const opened = new WeakMap<ProcedureBook, Tables>();

/** The book as the search uses it for one day: what is not in force counts as not billable. */
export async function procedureTableOn(book: ProcedureBook, date: string): Promise<CodeTable> {
  const tables = opened.get(book) ?? { all: buildTable(book), byDay: new Map<string, CodeTable>() };
  opened.set(book, tables);
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
