import { readDate } from "#room/billing/read-date.ts";
import { type CodeSystem, codeSystemOf } from "#room/contract/primitives/diagnosis-code.ts";
import {
  type CellCodes,
  beginsWithCode,
  dottedCodesIn,
  isAllCodes,
  isMeantAsDate,
  isNumeric,
  loneWordsIn,
  partsOfCell,
  readCell,
  systemIn,
} from "./cell-kinds.ts";
import { type ColumnRole, type Columns, columnsOf, isSerial } from "./columns.ts";
import { recordsOf, type TableRecord } from "#room/billing/table-records.ts";

/** No more are verified at once. */
export const maxRows = 20_000;

/** Each has a code or a fault, but for those above a table. A keystroke reads all of them. */
const mostLines = maxRows + 10;

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

/** A word that looks like a code where no code is read ("B12" in a description), or is nothing that is known. */
export interface UnreadWord {
  readonly line: number;
  readonly word: string;
}

export interface Batch {
  readonly rows: readonly BatchRow[];
  readonly unread: readonly UnreadWord[];
  /** How many are not read, after those with as many codes as are verified at once. */
  readonly linesLeft: number;
  /** Which columns were read, in a sentence; "" for a plain list. */
  readonly columns: string;
  /** Which columns were not, in a sentence; "" if all were. */
  readonly unreadColumns: string;
}

/**
 * Reads a list of codes, or a table with code, date and code system columns, as spreadsheets and CSV files provide.
 * A cell of codes is read in any column that no heading or procedure rules out. Nothing else is included in a row.
 */
export function readBatch(text: string, today: string): Batch {
  const records = recordsOf(text, { hasLooseDates: true, most: mostLines }).map(({ line, cells }) => ({
    line,
    cells: cells.length === 1 ? partsOfCell(cells[0] ?? "", today) : cells,
  }));
  const columns = columnsOf(records, today);
  const lines = records.slice(columns.above).flatMap(({ line, cells }) => {
    const places = cells.flatMap((cell, at) => placesOf(cell, columns.roles[at], today));
    return pairsOf(places, columns, today).map((part) => readLine(line, part, columns, today));
  });
  const rows = lines.flatMap(({ rows }) => rows);
  const hasDates = rows.some((row) => row.writtenDate !== "");
  return {
    rows,
    linesLeft: records.length < mostLines ? 0 : linesAfter(text, records.at(-1)?.line ?? 0),
    unread: lines.flatMap(({ unread }) => unread),
    ...columnWords(columns, records, hasDates),
  };
}

function linesAfter(text: string, last: number): number {
  let [line, count] = [0, 0];
  for (const [written] of text.matchAll(/[^\r\n]*(?:\r\n|[\r\n]|$)/g)) {
    line += 1;
    if (line > last && written.trim() !== "") count += 1;
  }
  return count;
}

interface Place {
  readonly cell: string;
  readonly role: ColumnRole | undefined;
}

/** "M54.5; J06.9 11/03/2024": the date in a cell of codes is the line's. */
function placesOf(cell: string, role: ColumnRole | undefined, today: string): Place[] {
  const parts = cell === "" ? [] : partsOfCell(cell, today);
  return parts.map((part) => ({ cell: part, role: parts.length > 1 && isSerial(part) ? "unclear" : role }));
}

/** "J02.9, 10/01/2026, M54.5, 10/02/2026": each code with the date beside it. Any other line is one part. */
function pairsOf(places: readonly Place[], { headings }: Columns, today: string): (readonly Place[])[] {
  const isDate = ({ cell }: Place) => isMeantAsDate(cell, today);
  const isDateFirst = places[0] !== undefined && isDate(places[0]);
  const isPaired = places.every((place, at) =>
    (at % 2 === 0) === isDateFirst ? isDate(place) : isAllCodes(place.cell),
  );
  if (!isPaired || headings.length > 0 || places.length < 4 || places.length % 2 === 1) return [places];
  const plain = places.map(({ cell }, at): Place => ({
    cell,
    role: (at % 2 === 0) === isDateFirst ? "date" : "code",
  }));
  return plain.flatMap((_, at) => (at % 2 === 0 ? [plain.slice(at, at + 2)] : []));
}

function readLine(
  line: number,
  places: readonly Place[],
  { roles }: Columns,
  today: string,
): Pick<Batch, "rows" | "unread"> {
  const rest = places.filter(({ role }) => role !== "other");
  const date =
    rest.find(({ cell, role }) => role === "date" && !beginsWithCode(cell)) ??
    rest.find(({ cell, role }) => role !== "system" && role !== "birth" && isMeantAsDate(cell, today));
  const system = rest.find(
    ({ cell, role }) => systemIn(cell) !== undefined || (role === "system" && !beginsWithCode(cell)),
  );
  const others = rest.filter((one) => one !== date && one !== system);
  const { codes, unread } = codesOf(others);
  unread.push(...places.flatMap(({ cell, role }) => (role === "other" ? dottedCodesIn(cell) : [])));
  const writtenSystem = system === undefined ? undefined : codeSystemOf(system.cell);
  if (system && !writtenSystem) unread.push(system.cell);
  if (codes.length > 0)
    unread.push(...others.flatMap(({ cell, role }) => (role === "code" ? loneWordsIn(cell) : [])));
  // The line has no recognizable code: the text in the code's place is verified and reported as invalid.
  const instead = others.find(({ role }) => role === "code" || roles.length === 1)?.cell ?? "";
  const unclear = date ?? others.find(({ cell, role }) => role === "unclear" && isSerial(cell));
  const read = date
    ? readDate(date.cell, today)
    : unclear && { date: undefined, fault: unclearWords(unclear.cell) };
  const rows = (codes.length === 0 ? [instead] : codes).map((code) => ({
    line,
    code,
    svcDate: read?.date ?? "",
    writtenDate: unclear?.cell ?? "",
    dateFault: read?.fault,
    system: writtenSystem,
  }));
  return { rows, unread: unread.map((word) => ({ line, word })) };
}

/** A cell in the column of codes may be a text with codes; in any other column it begins with one. */
function codesOf(places: readonly Place[]): { codes: string[]; unread: string[] } {
  const inColumn = places.filter(({ role }) => role === "code").map(({ cell }) => readCell(cell));
  const isNine = inColumn.some(({ codes }) => codes.some(isNumeric));
  const read = places.map(({ cell, role }): CellCodes => {
    const whole = readCell(cell);
    if (role === "code" || inColumn.length === 0) return whole;
    // "250.00" beside an ICD-10 code is an amount of money.
    if (beginsWithCode(cell) && (isNine || !whole.codes.every(isNumeric))) return whole;
    return { codes: [], unread: dottedCodesIn(cell) };
  });
  return { codes: read.flatMap(({ codes }) => codes), unread: read.flatMap(({ unread }) => unread) };
}

/** 46083 is a date in Excel and a procedure in CPT: a wrong guess could be billed. */
function unclearWords(cell: string): string {
  return `“${cell}” may be a date from Excel or a CPT code. Put a heading above it, such as “Date of service” or “CPT”.`;
}

const longestNamed = 40;

function columnWords(
  { roles, headings }: Columns,
  records: readonly TableRecord[],
  hasDates: boolean,
): Pick<Batch, "columns" | "unreadColumns"> {
  if (roles.length < 2) return { columns: "", unreadColumns: "" };
  // A single line is no table: its own words say more than its columns.
  const isTable = headings.length > 0 || records.length > 1;
  const names = isTable ? headings : (records[0]?.cells ?? []);
  const named = (wanted: (role: Columns["roles"][number]) => boolean) =>
    roles.flatMap((role, at) => {
      if (!wanted(role) || (!isTable && !names[at])) return [];
      return [names[at] ? `“${names[at].slice(0, longestNamed)}”` : `column ${at + 1}`];
    });
  const list = (names: readonly string[]) => names.join(", ");
  const codes = named((role) => role === "code");
  const dates = named((role) => role === "date");
  const unread = named(
    (role) => role === "other" || role === "birth" || role === "unclear" || role === undefined,
  );
  const columns = [
    codes.length > 0 ? `Codes from ${list(codes)}.` : "",
    dates.length > 0 ? `Dates from ${list(dates)}.` : hasDates ? "" : "No date column found.",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
  return {
    columns: isTable ? columns : "",
    unreadColumns: unread.length > 0 ? `Not read: ${list(unread)}.` : "",
  };
}
