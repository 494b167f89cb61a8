import { counted } from "#room/contract/primitives/counted.ts";
import { recordsOfFile } from "#room/server/codes/csv-file.ts";
import { FileFaults } from "#room/server/codes/code-file-error.ts";
import { LimitTable, type UnitLimit } from "./limit-table.ts";
import { isProcedureCode, keyOfProcedure } from "./procedure-key.ts";

export const limitHeading = /^HCPCS\/\s*CPT Code$/i;
const indicatorCell = /^([123]) (?:Line Edit|Date of Service Edit: (?:Policy|Clinical))$/i;

/**
 * Reads the official file of medically unlikely edits: a quoted multi-line notice, a header row whose first cell spans
 * two lines, then code, value, adjudication indicator, rationale. Throws CodeFileError.
 */
export function readLimits(name: string, bytes: Uint8Array) {
  const faults = new FileFaults();
  const records = recordsOfFile(name, bytes);
  const heading = records.findIndex(({ cells }) => limitHeading.test(cells[0]?.trim() ?? ""));
  if (heading === -1) faults.add(0, "has no heading (HCPCS/CPT Code, …) above its lines");
  faults.settle(name);
  const limits = new Map<number, UnitLimit>();
  for (const { cells, line } of records.slice(heading + 1)) {
    const [code = "", value, indicator = "", rationale = ""] = cells.map((cell) => cell.trim());
    const fault = faultOf(cells) ?? faults.faultOfTwice(code, line);
    if (fault !== undefined) faults.add(line, fault);
    else
      limits.set(keyOfProcedure(code), {
        value: Number(value),
        indicator: adjudication(indicator),
        rationale,
      });
  }
  faults.settle(name, limits.size);
  const notice = records
    .slice(0, heading)
    .map(({ cells }) => cells.join(" ").trim())
    .join("\n");
  return { table: LimitTable.from(limits), count: limits.size, notice };
}

function adjudication(cell: string): 1 | 2 | 3 {
  const [digit] = cell;
  return digit === "1" ? 1 : digit === "2" ? 2 : 3;
}

function faultOf(cells: readonly string[]): string | undefined {
  if (cells.length < 4) return `has ${counted(cells.length, "column")}, not the four of a limit`;
  const [code = "", value = "", indicator = "", rationale = ""] = cells.map((cell) => cell.trim());
  if (!isProcedureCode(code)) return `“${code.slice(0, 20)}” is not a procedure code`;
  if (!/^\d{1,6}$/.test(value)) return `the value of ${code}, “${value.slice(0, 20)}”, is not a whole number`;
  if (!indicatorCell.test(indicator))
    return `the adjudication indicator of ${code}, “${indicator.slice(0, 40)}”, is not 1, 2 or 3 with its words`;
  return rationale === "" ? `${code} has no rationale` : undefined;
}
