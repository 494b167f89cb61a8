import { TableGuard, TableTooLarge } from "#room/billing/table-guard.ts";
import { CodeFileError } from "./code-file-error.ts";

/** A record of a CSV file, and the line where it begins. */
export interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/**
 * Records according to RFC 4180: doubled quotes, line breaks within quotes. The separator is the one used in the first
 * line. If a quote never ends, the rest is one cell. Throws TableTooLarge.
 */
export function csvRecords(text: string): CsvRecord[] {
  const guard = new TableGuard();
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let startedAt = 1;
  // A cell, and the separator after it.
  const cell = cellBefore[separator];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    // A cell with text after its closing quote is taken literally: one of the two alternatives always matches.
    const [whole = "", written = "", end = ""] = cell.exec(text) ?? [];
    guard.cell(line, cells.length);
    cells.push(written.startsWith('"') ? unquoted(written) : written);
    line += linesIn(whole);
    if (end === separator) {
      if (cell.lastIndex === text.length) cells.push("");
      else continue;
    }
    guard.record(line);
    if (cells.some((one) => one.trim() !== "")) records.push({ cells, line: startedAt });
    cells = [];
    startedAt = line;
  }
  if (cells.length > 0) records.push({ cells, line: startedAt });
  return records;
}

/** Excel writes semicolons in locales with decimal commas. */
function separatorOf(text: string): "," | ";" | "\t" {
  const head = text.slice(0, 4096).replaceAll(/"[^"]*(?:"|$)/g, "");
  const line = /^.*$/m.exec(head)?.[0] ?? "";
  if (line.includes(",")) return ",";
  return line.includes(";") ? ";" : line.includes("\t") ? "\t" : ",";
}

const cellBefore = {
  ",": /("[^"]*(?:""[^"]*)*(?:"|$)|[^,\r\n]*)(,|\r?\n|\r|$)/y,
  ";": /("[^"]*(?:""[^"]*)*(?:"|$)|[^;\r\n]*)(;|\r?\n|\r|$)/y,
  "\t": /("[^"]*(?:""[^"]*)*(?:"|$)|[^\t\r\n]*)(\t|\r?\n|\r|$)/y,
} as const;

function unquoted(cell: string): string {
  return cell.replaceAll(/^"|"$/g, "").replaceAll('""', '"');
}

function linesIn(text: string): number {
  return text.split(/\r?\n|\r/).length - 1;
}

/** As Excel saves it: UTF-8, with or without a BOM, or Windows-1252. */
export function csvText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.includes("\ufffd") ? new TextDecoder("windows-1252").decode(bytes) : text;
}

/** Twice the largest official list that is kept as CSV. They are read in one go, while others wait. */
const maxBytes = 12 * 1024 * 1024;

/** The records of a CSV file. Throws CodeFileError for one that is larger than any list. */
export function recordsOfFile(name: string, bytes: Uint8Array): CsvRecord[] {
  if (bytes.length > maxBytes)
    throw new CodeFileError(name, [{ line: 0, message: "is larger than any such list: at most 12 MiB" }]);
  return recordsOfText(name, csvText(bytes));
}

/** The records of a CSV file's text, or of its beginning. Throws CodeFileError for more than any list has. */
export function recordsOfText(name: string, text: string): CsvRecord[] {
  try {
    return csvRecords(text);
  } catch (error) {
    if (!(error instanceof TableTooLarge)) throw error;
    throw new CodeFileError(name, [{ line: error.line, message: error.message }]);
  }
}
