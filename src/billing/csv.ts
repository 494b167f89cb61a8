import { decimalText, minorText, minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";

/**
 * Text that no spreadsheet runs as a formula: a leading apostrophe marks it as text. Some read the wide signs of East
 * Asian keyboards like the plain ones.
 */
export function withoutFormula(text: string): string {
  return /^\s*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** With all decimals of its currency, which stands in a cell of its own. */
function plainAmount({ amount, currency }: Money): string {
  const minor = minorUnits(amount, currency);
  return minor === undefined ? decimalText(amount) : minorText(minor, currency);
}

export type CsvValue = string | number | Money | null | undefined;

/** A CSV cell, never a formula. Quoted if it contains commas, quotes or line breaks. */
export function csvCell(value: CsvValue): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return plainAmount(value);
  const text = typeof value === "number" ? String(value) : withoutFormula(inWrittenOrder(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export type CsvRow = readonly CsvValue[];

/** Rows of a file that is written in parts. CRLF as in RFC 4180. */
export function csvLines(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** Begins each file, so that Excel reads UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A whole file. Each row has as many cells as its first one, at least: strict readers ask for that. */
export function csvOf(rows: readonly CsvRow[]): string {
  const [{ length = 0 } = []] = rows;
  const filled = (row: CsvRow) => [...row, ...Array<undefined>(Math.max(0, length - row.length))];
  return byteOrderMark + csvLines(rows.map(filled));
}
