import { codeSystemOf, type CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { isCalendarDate } from "#room/contract/primitives/wire-date-time.ts";

/** One code to verify, with its own date. */
export interface BatchRow {
  /** From 1, as pasted. */
  readonly line: number;
  readonly code: string;
  /** yyyy-MM-dd, or "" for the batch's own. */
  readonly svcDate: string;
  readonly system: CodeSystem | undefined;
  /** Text in the date's column that is no date. */
  readonly wrongDate: string | undefined;
}

const heading = /^(?:icd|diag|code|dx|date|dos|svc|service|system)/i;

/**
 * Reads a column of codes, or columns of code, date and system in any order, as spreadsheets and CSV files have them:
 * tabs, commas, semicolons, quotes. A heading line is passed over. Days are ISO or month/day/year.
 */
export function readBatch(text: string): BatchRow[] {
  const rows: BatchRow[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const cells = cellsOf(line).filter((cell) => cell !== "");
    if (cells.length === 0) continue;
    if (rows.length === 0 && cells.every((cell) => heading.test(cell) && !/\d{2}/.test(cell))) continue;
    rows.push(rowOf(cells, index + 1));
  }
  return rows;
}

function cellsOf(line: string): string[] {
  const separator = line.includes("\t") ? "\t" : line.includes(";") ? ";" : ",";
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

function rowOf(cells: readonly string[], line: number): BatchRow {
  let code: string | undefined;
  let svcDate: string | undefined;
  let system: CodeSystem | undefined;
  let wrongDate: string | undefined;
  for (const cell of splitBlanks(cells)) {
    const day = dayOf(cell);
    const named = /[a-z]/i.test(cell) ? codeSystemOf(cell) : undefined;
    if (day !== undefined && svcDate === undefined) svcDate = day;
    else if (named !== undefined && code !== undefined && system === undefined) system = named;
    else if (code === undefined) code = cell;
    else if (/\d[-/.]\d/.test(cell) && wrongDate === undefined) wrongDate = cell;
  }
  return { line, code: code ?? cells[0] ?? "", svcDate: svcDate ?? "", system, wrongDate };
}

/** "E11.9 2026-10-01" in one cell: a code and its day, typed with a blank between. */
function splitBlanks(cells: readonly string[]): readonly string[] {
  const [only, ...more] = cells;
  if (only === undefined || more.length > 0) return cells;
  const words = only.split(/\s+/);
  const last = words.at(-1) ?? "";
  return words.length > 1 && dayOf(last) !== undefined ? [words.slice(0, -1).join(" "), last] : cells;
}

/** yyyy-MM-dd of a day as spreadsheets write it; undefined when it is none. */
export function dayOf(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  const [year, month, day] = (
    american ? [american[3], american[1], american[2]] : (iso ?? compact ?? []).slice(1, 4)
  ).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (!isCalendarDate(year, month, day)) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
