import { readFileDate } from "#room/billing/read-file-date.ts";
import { FileFaults } from "#room/server/codes/code-file-error.ts";
import { recordsOfFile } from "#room/server/codes/csv-file.ts";
import type { ProcedureLine } from "./procedure-line.ts";

const columns = {
  code: ["code", "cpt", "cpt code", "procedure code", "hcpcs"],
  title: ["name", "description", "title", "text"],
  from: ["from", "effective", "effective date", "start", "valid from"],
  to: ["to", "end", "end date", "until", "valid to", "last day"],
} as const;
type Column = keyof typeof columns;

/** The position of each column of a clinic's own list; undefined if the header does not fit. */
export function ownListColumns(heading: readonly string[]): Readonly<Record<Column, number>> | undefined {
  const names: readonly string[] = heading.map((cell) => cell.trim().toLowerCase());
  const placeOf = (column: Column) => names.findIndex((name) => columns[column].some((one) => one === name));
  const places = { code: placeOf("code"), title: placeOf("title"), from: placeOf("from"), to: placeOf("to") };
  return places.code === -1 || places.title === -1 ? undefined : places;
}

/** Reads a clinic's own list of codes and names: CSV with a header, and optional from and to columns. */
export function readOwnList(name: string, bytes: Uint8Array): ProcedureLine[] {
  const faults = new FileFaults();
  const [heading, ...records] = recordsOfFile(name, bytes);
  const places = ownListColumns(heading?.cells ?? []);
  if (!places) faults.add(1, "the first line does not name the columns code and name");
  faults.settle(name);
  const lines: ProcedureLine[] = [];
  for (const { cells, line } of places ? records : []) {
    const cell = (place: number | undefined) => cells[place ?? -1]?.trim() ?? "";
    const code = cell(places?.code).toUpperCase();
    const title = cell(places?.title).replaceAll(/\s+/g, " ");
    const [from, to] = [dayIn(cell(places?.from)), dayIn(cell(places?.to))];
    const twice = faults.faultOfTwice(code, line);
    if (!/^(?:[A-Z0-9]{5}|[A-Z0-9]{2})$/.test(code))
      faults.add(line, `“${code}” is not a five-character code`);
    else if (twice !== undefined) faults.add(line, twice);
    else if (title === "") faults.add(line, `${code} has no name`);
    else if (from === undefined) faults.add(line, `“${cell(places?.from)}” is not a day`);
    else if (to === undefined) faults.add(line, `“${cell(places?.to)}” is not a day`);
    else if (from !== "" && to !== "" && to < from) faults.add(line, `${code} ends before it begins`);
    else lines.push({ code, title, shortTitle: "", from, to });
  }
  faults.settle(name, lines.length);
  return lines;
}

function dayIn(cell: string): string | undefined {
  return cell === "" ? "" : readFileDate(cell, "").date;
}
