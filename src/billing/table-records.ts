import { TableGuard } from "./table-guard.ts";

/** One record of a pasted table. Quoted cells may contain line breaks. */
export interface TableRecord {
  /** Where it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const quoted = / *"([^"]*(?:""[^"]*)*)" *(?=[\t;,\r\n]|$)/y;

/**
 * The records of a spreadsheet or CSV text: cells trimmed, blank lines left out.
 * @param hasLooseDates allows "Sep 30, 2026" without quotes
 * @param most records at most: what comes after them is not read
 * @param isFile the first line determines the separator for all, otherwise each line has its own; throws TableTooLarge
 */
export function recordsOf(
  text: string,
  { hasLooseDates = false, isFile = false, most = Infinity } = {},
): TableRecord[] {
  const records: TableRecord[] = [];
  const guard = isFile ? new TableGuard() : undefined;
  const ofFile = isFile ? separatorOf(text.slice(0, endOfLine(text, 0))) : undefined;
  let line = 1;
  for (let at = 0; at < text.length && records.length < most;) {
    const separator = ofFile ?? separatorOf(text.slice(at, endOfLine(text, at)));
    const cells: string[] = [];
    const startedOn = line;
    guard?.record(line);
    for (;;) {
      quoted.lastIndex = at;
      const match = quoted.exec(text);
      const end = match ? at + match[0].length : endOfCell(text, at, separator);
      const cell = match ? (match[1] ?? "").replaceAll('""', '"') : text.slice(at, end);
      guard?.cell(line, cells.length);
      cells.push(cell.trim());
      line += lineEndsIn(cell);
      at = end + 1;
      if (text[end] !== separator) {
        if (text[end] === "\r" && text[end + 1] === "\n") at += 1;
        break;
      }
    }
    line += 1;
    if (cells.some((cell) => cell !== ""))
      records.push({ line: startedOn, cells: hasLooseDates ? withDatesWhole(cells) : cells });
  }
  return records;
}

/** Ignores what is inside quotes. */
function separatorOf(whole: string): string {
  const line = whole.replaceAll(/"[^"]*"?/g, "");
  return line.includes("\t") ? "\t" : line.includes(";") ? ";" : ",";
}

function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return end;
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return end;
}

function lineEndsIn(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0;
}

const endsInMonthAndDay = /(?:^|[\s,])[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?$/i;

/** Rejoins "Sep 30, 2026" when it was split at its comma. */
function withDatesWhole(cells: readonly string[]): string[] {
  const whole: string[] = [];
  for (const cell of cells) {
    const last = whole.at(-1) ?? "";
    if (/^'?\d{4}$/.test(cell) && endsInMonthAndDay.test(last)) whole[whole.length - 1] = `${last}, ${cell}`;
    else whole.push(cell);
  }
  return whole;
}
