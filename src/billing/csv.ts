/**
 * A cell that no spreadsheet runs as a formula: what begins like one gets an apostrophe, which a spreadsheet takes as
 * "this is text". Quoted where commas, quotes or line breaks ask for it.
 */
export function csvCell(value: string | number | undefined): string {
  if (value === undefined) return "";
  const text =
    typeof value === "number" ? String(value) : /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV: a byte order mark, so that Excel reads it as UTF-8, and CRLF, as RFC 4180 says. */
export function csvOf(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;
}
