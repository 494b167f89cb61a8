/** The cells of a text copied from a spreadsheet: tabs between columns, lines for rows, quotes around odd cells. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === "\t") {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else if (sign !== "\r") cell += sign;
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** The text that a spreadsheet reads as these cells. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  const cellText = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map(cellText).join("\t")).join("\n");
}

/** True when a pasted text is more than one cell. */
export function isBlock(text: string): boolean {
  return /[\t\n]/.test(text.replace(/\r?\n$/, ""));
}
