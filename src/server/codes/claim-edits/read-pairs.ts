import { counted } from "#room/contract/primitives/counted.ts";
import { FileFaults } from "#room/server/codes/code-file-error.ts";
import type { ReadProgress } from "#room/server/codes/code-line.ts";
import { type FileLine, forEachLine } from "#room/server/codes/file-lines.ts";
import { PairTableBuilder } from "./build-pair-table.ts";
import { noLastDay } from "./pair-table.ts";
import { isProcedureCode, keyOfProcedure } from "./procedure-key.ts";

export const pairHeading = /^Column 1\tColumn 2\t/;
const pairLine = /^([0-9A-Z]{5})\t([0-9A-Z]{5})\t *(?:\* *)?\t(\d{8})\t(\d{8}|\*)\t([019])\t([^\t]+)$/;

/**
 * Reads an official file of procedure-to-procedure edits: seven tab-separated columns, ISO-8859-1, a notice, a title, a
 * header of four lines. Throws CodeFileError with every faulty line.
 */
export async function readPairs(name: string, bytes: Uint8Array, onProgress?: ReadProgress) {
  const faults = new FileFaults();
  const builder = new PairTableBuilder();
  const notice: string[] = [];
  let isBelowHeading = false;
  const take = (line: FileLine) => {
    const { text, number } = line;
    const [, first, second, from, to, indicator, rationale] = pairLine.exec(text) ?? [];
    if (rationale !== undefined && isBelowHeading) {
      const isTaken =
        isDay(from ?? "") &&
        (to === "*" || isDay(to ?? "")) &&
        builder.add({
          first: keyOfProcedure(first ?? ""),
          second: keyOfProcedure(second ?? ""),
          from: Number(from),
          to: to === "*" ? noLastDay : Number(to),
          indicator: Number(indicator),
          rationale: rationale.trimEnd(),
        });
      if (!isTaken) faults.add(number, faultOf(line));
    } else if (pairHeading.test(text)) isBelowHeading = true;
    else if (!isBelowHeading) notice.push(text.trim());
    // The header's other lines have no first code.
    else if (builder.count > 0 || !text.startsWith("\t")) faults.add(number, faultOf(line));
  };
  await forEachLine({ name, bytes }, take, onProgress);
  if (!isBelowHeading) faults.add(0, "has no heading (Column 1, Column 2, …) above its lines");
  faults.settle(name, builder.count);
  const noticeText = notice.filter((line) => line !== "" && !/^Column\s?1/.test(line)).join("\n");
  return { table: await builder.build(), count: builder.count, notice: noticeText };
}

const days = new Map<string, boolean>();

/** yyyymmdd. The files repeat a few hundred days a million times each. */
function isDay(text: string): boolean {
  const known = days.get(text);
  if (known !== undefined) return known;
  const iso = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  const isReal = !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString().startsWith(iso);
  if (days.size < 10_000) days.set(text, isReal);
  return isReal;
}

function faultOf({ text, isEnded }: FileLine): string {
  const columns = text.split("\t");
  if (!isEnded && columns.length < 7) return "the file is cut off here";
  if (columns.length !== 7) return `has ${counted(columns.length, "column")}, not the seven of an edit`;
  const [first = "", second = "", before = "", from = "", to = "", indicator = "", rationale = ""] = columns;
  if (!isProcedureCode(first)) return `column 1, “${first}”, is not a procedure code`;
  if (!isProcedureCode(second)) return `column 2, “${second}”, is not a procedure code`;
  if (!/^ *(?:\* *)?$/.test(before)) return `column 3, “${before}”, is not * or empty`;
  if (!/^\d{8}$/.test(from) || !isDay(from)) return `the effective date, “${from}”, is not a day (yyyymmdd)`;
  if (to !== "*" && (!/^\d{8}$/.test(to) || !isDay(to)))
    return `the deletion date, “${to}”, is not a day (yyyymmdd) or *`;
  if (!/^[019]$/.test(indicator)) return `the modifier indicator, “${indicator}”, is not 0, 1 or 9`;
  if (rationale.trim() === "") return "there is no rationale";
  return "is more than the edits of one file can hold";
}
