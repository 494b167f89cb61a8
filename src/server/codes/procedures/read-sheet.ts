import { recordsOfFile } from "#room/server/codes/csv-records.ts";
import { CodeFileError } from "#room/server/codes/code-file-error.ts";
import { gatherLines, type ProcedureRecord } from "./gather-lines.ts";
import type { ProcedureLine } from "./procedure-line.ts";
import { type SheetRow, sheetRows } from "./workbook.ts";

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
  const rows: readonly SheetRow[] = isWorkbook ? await sheetRows(name, bytes) : recordsOfFile(name, bytes);
  const [heading, ...others] = rows;
  if (!heading || !isSheetHeading(heading.cells)) {
    const message = `its first row does not name the columns ${Object.values(columns).join(", ")}`;
    throw new CodeFileError(name, [{ line: 1, message }]);
  }
  const names = heading.cells.map((cell) => cell.trim().toUpperCase());
  const places = Object.entries(columns).map(([member, column]) => [member, names.indexOf(column)] as const);
  return gatherLines(name, others.map(recordOf));

  function recordOf({ cells, line }: SheetRow): ProcedureRecord {
    const values = Object.fromEntries(places.map(([member, place]) => [member, cells[place] ?? ""]));
    return {
      line,
      code: values["code"] ?? "",
      type: (values["type"] ?? "").trim(),
      title: values["title"] ?? "",
      shortTitle: values["shortTitle"] ?? "",
      added: values["added"] ?? "",
      lastDay: values["lastDay"] ?? "",
    };
  }
}
