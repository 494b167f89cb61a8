import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";

/**
 * Text that no spreadsheet runs as a formula: a leading apostrophe marks it as text. Some read the wide signs of East
 * Asian keyboards like the plain ones.
 */
export function withoutFormula(text: string): string {
  return /^\s*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** A CSV cell, never a formula. Quoted if it contains commas, quotes or line breaks. */
export function csvCell(value: string | number | undefined): string {
  if (value === undefined) return "";
  const text = typeof value === "number" ? String(value) : withoutFormula(inWrittenOrder(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export type CsvRow = readonly (string | number | undefined)[];

/** Rows of a file that is written in parts. CRLF as in RFC 4180. */
export function csvLines(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** Begins each file, so that Excel reads UTF-8. */
export const byteOrderMark = "\uFEFF";

export function csvOf(rows: readonly CsvRow[]): string {
  return byteOrderMark + csvLines(rows);
}
