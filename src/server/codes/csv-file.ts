import { CsvError, parse } from "csv-parse/sync";
import { TableGuard, TableTooLarge } from "#room/billing/table-guard.ts";
import type { TableRecord } from "#room/billing/table-records.ts";
import { CodeFileError } from "./code-file-error.ts";

/** Twice the largest official list that is kept as CSV. They are read in one go, while others wait. */
const maxBytes = 12 * 1024 * 1024;

/** The records of a CSV file. Throws CodeFileError for one that is larger than any list, or cannot be read. */
export function recordsOfFile(name: string, bytes: Uint8Array): TableRecord[] {
  if (bytes.length > maxBytes)
    throw new CodeFileError(name, [{ line: 0, message: "is larger than any such list: at most 12 MiB" }]);
  return recordsOfText(name, csvText(bytes));
}

/** The records of the beginning of a file's text, which may end within quotes. Throws CodeFileError. */
export function recordsOfHead(name: string, text: string): TableRecord[] {
  return recordsOfText(name, text, true);
}

/** As Excel saves it: UTF-8, with or without a BOM, Windows-1252, or UTF-16 with a BOM ("Unicode text"). */
export function csvText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  const text = new TextDecoder().decode(bytes);
  return text.includes("\ufffd") ? new TextDecoder("windows-1252").decode(bytes) : text;
}

function recordsOfText(name: string, text: string, isHead = false): TableRecord[] {
  const guard = new TableGuard();
  const records: TableRecord[] = [];
  let line = 1;
  try {
    // The parser would count a line end of two characters within quotes twice.
    parse(text.replaceAll(/\r\n?/g, "\n"), {
      delimiter: separatorOf(text),
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      on_record(cells: string[], { lines }) {
        guard.record(line, cells.length);
        if (cells.some((cell) => cell.trim() !== "")) records.push({ cells, line });
        line = lines + 1;
      },
    });
  } catch (error) {
    if (error instanceof TableTooLarge)
      throw new CodeFileError(name, [{ line: error.line, message: error.message }]);
    if (!(error instanceof CsvError)) throw error;
    if (!isHead || error.code !== "CSV_QUOTE_NOT_CLOSED")
      throw new CodeFileError(name, [{ line, message: "has a quotation mark that is never closed" }]);
  }
  return records;
}

/** Excel writes semicolons in locales with decimal commas. */
function separatorOf(text: string): "," | ";" | "\t" {
  const head = text.slice(0, 4096).replaceAll(/"[^"]*(?:"|$)/g, "");
  const line = /^.*$/m.exec(head)?.[0] ?? "";
  if (line.includes(",")) return ",";
  return line.includes(";") ? ";" : line.includes("\t") ? "\t" : ",";
}
