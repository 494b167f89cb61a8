import type { TableRecord } from "#room/billing/table-records.ts";
import { CodeFileError } from "#room/server/codes/code-file-error.ts";
import { recordsOfFile } from "#room/server/codes/csv-file.ts";
import { gatherLines, type ProcedureRecord } from "./gather-lines.ts";
import type { ProcedureLine } from "./procedure-line.ts";
import { workbookRows } from "./workbook-rows.ts";

const columns = {
  code: "HCPC",
  type: "RECID",
  title: "LONG DESCRIPTION",
  shortTitle: "SHORT DESCRIPTION",
  added: "ADD DT",
  lastDay: "TERM DT",
} as const;

/** True for the header of the official workbook. */
export function isSheetHeading(cells: readonly string[]): boolean {
  const names = new Set(cells.map((cell) => cell.trim().toUpperCase()));
  return Object.values(columns).every((name) => names.has(name));
}

/** Reads the official workbook, one code per row in named columns; the same columns saved as CSV work too. */
export async function readSheet(name: string, bytes: Uint8Array): Promise<ProcedureLine[]> {
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const rows = isWorkbook ? await workbookRows(name, bytes) : recordsOfFile(name, bytes);
  const [heading, ...others] = rows;
  if (!heading || !isSheetHeading(heading.cells)) {
    const message = `its first row does not name the columns ${Object.values(columns).join(", ")}`;
    throw new CodeFileError(name, [{ line: 1, message }]);
  }
  const names = heading.cells.map((cell) => cell.trim().toUpperCase());
  return gatherLines(name, others.map(recordOf));

  function recordOf({ cells, line }: TableRecord): ProcedureRecord {
    const cell = (column: keyof typeof columns) => cells[names.indexOf(columns[column])] ?? "";
    return {
      line,
      code: cell("code"),
      type: cell("type").trim(),
      title: cell("title"),
      shortTitle: cell("shortTitle"),
      added: cell("added"),
      lastDay: cell("lastDay"),
    };
  }
}
