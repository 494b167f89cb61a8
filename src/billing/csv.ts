/**
 * A CSV cell that no spreadsheet runs as a formula: a leading apostrophe marks it as text. Quoted if it contains
 * commas, quotes or line breaks.
 */
export function csvCell(value: string | number | undefined): string {
  if (value === undefined) return "";
  const text =
    typeof value === "number" ? String(value) : /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV, with a byte order mark so that Excel reads UTF-8, and CRLF as in RFC 4180. */
export function csvOf(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;
}
