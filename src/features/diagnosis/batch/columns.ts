import { readDate } from "#room/billing/read-date.ts";
import { codesOfCell, isBareNumber, isCode, isMeantAsDate, isProcedure, systemIn } from "./cell-kinds.ts";
import type { TableRecord } from "#room/billing/table-records.ts";

/** `birth`: a date beside a later one. `unclear`: Excel date serials or CPT codes, and nothing in the column decides. */
export type ColumnRole = "code" | "date" | "birth" | "system" | "unclear" | "other";

export interface Columns {
  /** By column; undefined if neither heading nor content decides. */
  readonly roles: readonly (ColumnRole | undefined)[];
  /** The headings as written; empty if there is no heading line. */
  readonly headings: readonly string[];
  readonly above: number;
}

const maxLooked = 300;
/** There may be a title line or two above the headings. */
const headingsWithin = 5;

// The first match wins: "CPT code" and "Date of birth" must not match by their last word.
const headingRoles: readonly (readonly [RegExp, ColumnRole])[] = [
  [/^(?:icd|dx|diag)\w*(?:[\s#-]+\d*)?$/i, "code"],
  [
    /birth|\bdob\b|cpt|hcpcs|proc|patient|\bname|mrn|acc(?:oun)?t|desc|payer|insur|provider|place|\bpos\b/i,
    "other",
  ],
  [
    /zip|mod|unit|qty|amount|charge|post|entry|entered|paid|submit|print|due|note|status|instead|valid|bill/i,
    "other",
  ],
  [/system|code ?set|code type|version/i, "system"],
  [/\b(?:dos|date)\b|svc.?da|^(?:service|visit|from)$/i, "date"],
  [/service/i, "other"],
  [/\bicd|\bdx|diag|\bcodes?\b/i, "code"],
];

function roleOfHeading(heading: string): ColumnRole | undefined {
  return headingRoles.find(([pattern]) => pattern.test(heading))?.[1];
}

/** What each column contains, by its heading or else by its content. */
export function columnsOf(records: readonly TableRecord[], today: string): Columns {
  const at = headingsOf(records, today);
  const headings = at === -1 ? [] : (records[at]?.cells ?? []);
  const rows = records.slice(at + 1, at + 1 + maxLooked);
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length), 0);
  const named = headings.map(roleOfHeading);
  const cellsOf = (column: number) =>
    rows.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");
  const all = Array.from({ length: width }, (_, column) => cellsOf(column));
  const roles = all.map((cells, column) => named[column] ?? roleOfContent(cells, today));
  if (width > 1) leaveOutProcedures(roles, all, named);
  if (!roles.includes("code")) takeNumbersForCodes(roles, all);
  if (!roles.includes("date") && roles.includes("code")) noteUnclear(roles, all, today);
  keepOneDateColumn(roles, rows, today);
  return { roles, headings, above: at + 1 };
}

/** -1 if there is none. Above it may be titles, but no codes. */
function headingsOf(records: readonly TableRecord[], today: string): number {
  const at = records.slice(0, headingsWithin).findIndex(({ cells }) => isHeadings(cells, today));
  const above = records.slice(0, Math.max(at, 0));
  return above.some(({ cells }) => cells.some((cell) => codesOfCell(cell).length > 0)) ? -1 : at;
}

function isHeadings(cells: readonly string[], today: string): boolean {
  const written = cells.filter((cell) => cell !== "");
  if (written.length === 0 || written.some((cell) => codesOfCell(cell).length > 0)) return false;
  const isPlainWord = (cell: string) =>
    roleOfHeading(cell) !== undefined || (!isMeantAsDate(cell, today) && !/\d{3}/.test(cell));
  const isHeading = (cell: string) =>
    (isPlainWord(cell) && !isCode(cell.replaceAll(/\s/g, ""))) ||
    (roleOfHeading(cell) === "code" && /^(?:dx|diag|icd)/i.test(cell));
  const isAsked = (cell: string) => ["code", "date"].includes(roleOfHeading(cell) ?? "");
  return written.every(isHeading) && written.some(isAsked);
}

function share(cells: readonly string[], isOne: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(isOne).length / cells.length;
}

function roleOfContent(cells: readonly string[], today: string): ColumnRole | undefined {
  if (cells.length === 0) return undefined;
  if (share(cells, (cell) => systemIn(cell) !== undefined) > 0.5) return "system";
  if (share(cells, (cell) => codesOfCell(cell).length > 0) >= 0.5) return "code";
  if (share(cells, (cell) => isMeantAsDate(cell, today)) > 0.5) return "date";
  return undefined;
}

type Roles = (ColumnRole | undefined)[];
type Cells = readonly (readonly string[])[];

/** J0696 and 99213 look like diagnosis codes; next to a diagnosis column they are charges. */
function leaveOutProcedures(roles: Roles, all: Cells, named: Roles): void {
  for (const [column, cells] of all.entries()) {
    if (named[column] !== undefined || cells.length === 0 || !cells.every(isProcedure)) continue;
    const isBesideCodes = roles.some((role, other) => role === "code" && other !== column);
    if (isBesideCodes && cells.some((cell) => /^\d{5}/.test(cell) && !isSerial(cell)))
      roles[column] = "other";
  }
}

function takeNumbersForCodes(roles: Roles, all: Cells): void {
  const shares = all.map((cells, column) => (roles[column] === undefined ? share(cells, isBareNumber) : 0));
  const most = Math.max(0, ...shares);
  if (most >= 0.5) roles[shares.indexOf(most)] = "code";
  else if (roles.length === 1) roles[0] = "code";
}

/** 2009 to 2036 as date serials: covers every date of service, while many CPT codes are outside it. */
export function isSerial(cell: string): boolean {
  return /^4\d{4}(?:\.\d+)?$|^50\d{3}(?:\.\d+)?$/.test(cell);
}

function noteUnclear(roles: Roles, all: Cells, today: string): void {
  const isDay = (cell: string) => isSerial(cell) || isMeantAsDate(cell, today);
  for (const [column, cells] of all.entries())
    if (roles[column] === undefined && cells.some(isSerial) && cells.every(isDay))
      // Next to a day that was written as a date, they are dates.
      roles[column] = cells.every(isSerial) ? "unclear" : "date";
}

/** A date of birth is a date too: of two on one line the later one is the date of service. */
function keepOneDateColumn(roles: Roles, rows: readonly TableRecord[], today: string): void {
  const dayIn = ({ cells }: TableRecord, column: number) => readDate(cells[column] ?? "", today).date ?? "";
  const rank = (column: number) => {
    const days = rows.map((row) => dayIn(row, column)).filter((day) => day !== "");
    return days.toSorted()[Math.floor(days.length / 2)] ?? "";
  };
  const columns = roles.flatMap((role, column) => (role === "date" ? [column] : []));
  const [best = -1] = columns.toSorted((a, b) => (rank(a) < rank(b) ? 1 : rank(a) > rank(b) ? -1 : a - b));
  for (const column of columns) {
    const isBesideIt = rows.some((row) => dayIn(row, column) !== "" && dayIn(row, best) !== "");
    if (column !== best && isBesideIt) roles[column] = "birth";
  }
}
