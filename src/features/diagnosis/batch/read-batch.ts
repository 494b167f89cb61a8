import { readDate } from "#room/billing/read-date.ts";
import { showDate } from "#room/billing/show-date.ts";
import { type CodeSystem, codeSystemOf } from "#room/contract/primitives/diagnosis-code.ts";
import { codesOfCell, isMeantAsDate, partsOfCell, systemIn } from "./cell-kinds.ts";
import { type Columns, columnsOf, isSerial } from "./columns.ts";
import { recordsOf } from "#room/billing/table-records.ts";

/** One code to verify, with its own date. A line with several codes gives a row for each. */
export interface BatchRow {
  /** From 1, as pasted. */
  readonly line: number;
  /** As written; "" if the line has none. */
  readonly code: string;
  /** yyyy-MM-dd, or "" for the batch's default. */
  readonly svcDate: string;
  readonly writtenDate: string;
  /** Why the written date cannot be read: such a row is not verified. */
  readonly dateFault: string | undefined;
  readonly system: CodeSystem | undefined;
}

export interface Batch {
  readonly rows: readonly BatchRow[];
  /** Which columns were read, in a sentence; "" for a plain list. */
  readonly columns: string;
}

/**
 * Reads a list of codes, or a table with code, date and code system columns, as spreadsheets and CSV files provide.
 * Other columns are ignored and never included in a row.
 */
export function readBatch(text: string, today: string): Batch {
  const records = recordsOf(text, { hasLooseDates: true }).map(({ line, cells }) => ({
    line,
    cells: cells.length === 1 ? partsOfCell(cells[0] ?? "", today) : cells,
  }));
  const columns = columnsOf(records, today);
  const rows = records.slice(columns.above).flatMap(({ line, cells }) => rowsOf(line, cells, columns, today));
  return { rows, columns: columnWords(columns) };
}

function rowsOf(line: number, cells: readonly string[], { roles }: Columns, today: string): BatchRow[] {
  const written = cells.flatMap((cell, at) => (cell === "" ? [] : [{ cell, role: roles[at] }]));
  const rest = written.filter(({ role }) => role !== "other");
  const date =
    rest.find(({ role }) => role === "date") ??
    rest.find(({ cell, role }) => role !== "system" && isMeantAsDate(cell, today));
  const system = rest.find(({ cell, role }) => role === "system" || systemIn(cell) !== undefined);
  const others = rest.filter((one) => one !== date && one !== system);
  const inColumn = others.find(({ role }) => role === "code");
  const codes = others.flatMap(({ cell, role }) => (role === "code" || !inColumn ? codesOfCell(cell) : []));
  // The line has no recognizable code: the text in the code's place is verified and reported as invalid.
  if (codes.length === 0) codes.push(inColumn?.cell ?? (roles.length === 1 ? (others[0]?.cell ?? "") : ""));
  const unclear = date ?? others.find(({ cell, role }) => role === "unclear" && isSerial(cell));
  const read = date
    ? readDate(date.cell, today)
    : unclear && { date: undefined, fault: unclearWords(unclear.cell) };
  return codes.map((code) => ({
    line,
    code,
    svcDate: read?.date ?? "",
    writtenDate: unclear?.cell ?? "",
    dateFault: read?.fault,
    system: system === undefined ? undefined : codeSystemOf(system.cell),
  }));
}

/** 46083 is a date in Excel and a procedure in CPT: a wrong guess could be billed. */
function unclearWords(cell: string): string {
  return `“${cell}” may be a date from Excel or a CPT code. Put a heading above it, such as “Date of service” or “CPT”.`;
}

function columnWords({ roles, headings }: Columns): string {
  if (roles.length < 2) return "";
  const named = (wanted: (role: Columns["roles"][number]) => boolean) =>
    roles.flatMap((role, at) =>
      wanted(role) ? [headings[at] ? `“${headings[at]}”` : `column ${at + 1}`] : [],
    );
  const list = (names: readonly string[]) => names.join(", ");
  const codes = named((role) => role === "code");
  const dates = named((role) => role === "date");
  const unread = named((role) => role === "other" || role === "unclear" || role === undefined);
  return [
    codes.length > 0 ? `Codes from ${list(codes)}.` : "",
    dates.length > 0 ? `Dates from ${list(dates)}.` : "No date column found.",
    unread.length > 0 ? `Not read: ${list(unread)}.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The part of the text that may be stored: codes, dates and systems on their lines, no other columns. */
export function keptTextOf({ rows }: Batch): string {
  const lines: string[] = [];
  for (const { line, code, svcDate, writtenDate, system } of rows) {
    if (!/\d/.test(code) || code.length > 12) continue;
    while (lines.length < line) lines.push("");
    // The heading that said what the number is has been removed.
    const writtenPlainly = isSerial(writtenDate) && svcDate !== "" ? showDate(svcDate) : writtenDate;
    const before = lines[line - 1] ?? "";
    const [codes = "", ...others] = before === "" ? ["", writtenPlainly, system ?? ""] : before.split("\t");
    lines[line - 1] = [codes === "" ? code : `${codes} ${code}`, ...others].join("\t").trimEnd();
  }
  return lines.join("\n");
}

/** The text with some codes replaced, each on its own line. */
export function withCodesTaken(
  text: string,
  choices: ReadonlyMap<{ readonly row: BatchRow }, { readonly code: string }>,
): string {
  const lines = text.split(/(\r\n|\r|\n)/);
  for (const [{ row }, { code }] of choices) {
    // Line breaks are the separators between lines.
    const at = (row.line - 1) * 2;
    lines[at] = (lines[at] ?? "").replace(row.code, () => code);
  }
  return lines.join("");
}
