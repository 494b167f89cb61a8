import { showDate } from "#room/billing/show-date.ts";
import { isSerial } from "./columns.ts";
import type { Batch, BatchRow } from "./read-batch.ts";

/** The part of the text that may be stored: codes, dates and systems on their lines, no other columns. */
export function keptTextOf({ rows }: Batch): string {
  const lines: string[] = [];
  let last = { line: 0, end: "" };
  for (const row of rows) {
    if (!/\d/.test(row.code) || row.code.length > 12) continue;
    while (lines.length < row.line) lines.push("");
    // The heading that said what the number is has been removed.
    const date = isSerial(row.writtenDate) && row.svcDate !== "" ? showDate(row.svcDate) : row.writtenDate;
    const end = ["", date, row.system ?? ""].join("\t").trimEnd();
    const before = lines[row.line - 1] ?? "";
    const isOneMore = row.line === last.line && end === last.end;
    lines[row.line - 1] = isOneMore
      ? `${before.slice(0, before.length - end.length)} ${row.code}${end}`
      : [before, `${row.code}${end}`].filter((part) => part !== "").join("\t");
    last = { line: row.line, end };
  }
  return lines.join("\n");
}

export function withCodesTaken(
  text: string,
  choices: ReadonlyMap<{ readonly row: BatchRow }, { readonly code: string }>,
): string {
  const lines = text.split(/(\r\n|\r|\n)/);
  for (const [{ row }, { code }] of choices) {
    // Line breaks are the separators between lines.
    const at = (row.line - 1) * 2;
    lines[at] = withCodeTaken(lines[at] ?? "", row.code, code);
  }
  return lines.join("");
}

/** "J02" is not the beginning of "J02.9". */
function withCodeTaken(line: string, was: string, code: string): string {
  for (let at = line.indexOf(was); at !== -1; at = line.indexOf(was, at + 1)) {
    const [head, tail] = [line.slice(0, at), line.slice(at + was.length)];
    if (!/[\w.]$/.test(head) && !/^\.?\w/.test(tail)) return `${head}${code}${tail}`;
  }
  return line;
}
