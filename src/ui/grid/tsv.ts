export type Delimiter = "\t" | ";" | ",";

/** The cells of text copied from a spreadsheet: tabs between columns, lines for rows, quotes where needed. */
export function parseTsv(text: string): string[][] {
  return parseCells(text, "\t");
}

/** The same with another separator, as in CSV files. A quote that none closes is a character like any other. */
export function parseCells(text: string, delimiter: Delimiter): string[][] {
  const quoted = new RegExp(`"([^"]*(?:""[^"]*)*)"(?=[${delimiter}\r\n]|$)`, "y");
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    quoted.lastIndex = at;
    const match = sign === '"' && cell === "" ? quoted.exec(text) : null;
    if (match) {
      cell = (match[1] ?? "").replaceAll('""', '"');
      at = quoted.lastIndex - 1;
    } else if (sign === delimiter) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n" || sign === "\r") {
      // Excel for Mac ends its lines with \r alone.
      if (sign === "\r" && text[at + 1] === "\n") at += 1;
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else cell += sign;
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** Amounts with thousands separators, which only look like columns. */
const thousands = /^\d{3}(?:\.\d+)?$/;

const alone = /^\s*[-($]*\d[\d.,]*\)?\s*$/;

/**
 * The separator of a text without headings: a tab, or one that splits every line into equally many columns; at least
 * three for the comma, which also occurs in amounts and lists.
 */
export function delimiterOf(text: string): Delimiter {
  if (text.includes("\t")) return "\t";
  for (const [delimiter, least] of [
    [";", 2],
    [",", 3],
  ] as const) {
    const rows = parseCells(text, delimiter);
    const width = rows[0]?.length ?? 0;
    const areNumbers = rows.every((row) => row.slice(1).every((cell) => thousands.test(cell.trim())));
    // A sentence, such as a note, has a space after each comma, and no number alone between two of them.
    const isSentence = rows[0]?.slice(1).every((cell) => /^\s/.test(cell) && !alone.test(cell)) === true;
    const isList = rows.length === 1 && (width < 3 || isSentence);
    if (width >= least && !areNumbers && !isList && rows.every((row) => row.length === width))
      return delimiter;
  }
  return "\t";
}

export function formatTsv(rows: readonly (readonly string[])[]): string {
  const cellText = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map(cellText).join("\t")).join("\n");
}

export function isBlock(text: string): boolean {
  const bare = text.replace(/\r?\n$|\r$/, "");
  return /[\t\r\n]/.test(bare) || delimiterOf(bare) !== "\t";
}
