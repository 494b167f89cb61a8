import type { ReadProgress } from "#room/server/codes/code-line.ts";
import { forEachLine } from "#room/server/codes/file-lines.ts";
import { gatherLines, type ProcedureRecord } from "./gather-lines.ts";
import type { ProcedureLine } from "./procedure-line.ts";

/** Windows-1252 if it is not ISO-8859-1. */
const windows = new TextDecoder("windows-1252");

/**
 * Reads the official HCPCS level II file in its fixed columns, counted from 1: code 1-5 (a modifier 4-5), record type
 * 11, text 12-91 over as many lines as needed, short text 92-119, added 269-276, last day 285-292. Lines of a notice
 * may come first.
 */
export async function readFixedWidth(
  name: string,
  bytes: Uint8Array,
  onProgress?: ReadProgress,
): Promise<ProcedureLine[]> {
  const records: ProcedureRecord[] = [];
  let isBelowNotice = false;
  await forEachLine(
    { name, bytes },
    ({ text, number }) => {
      isBelowNotice ||= isRecord(text);
      if (!isBelowNotice || text.trim() === "") return;
      const decoded = /[\u0080-\u009f]/.test(text) ? windows.decode(Buffer.from(text, "latin1")) : text;
      records.push({
        line: number,
        code: decoded.slice(0, 5),
        type: decoded.slice(10, 11),
        title: decoded.slice(11, 91),
        shortTitle: decoded.slice(91, 119),
        added: decoded.slice(268, 276),
        lastDay: decoded.slice(284, 292),
      });
    },
    onProgress,
  );
  return gatherLines(name, records);
}

/** True for the first line of a code or modifier. */
export function isRecord(text: string): boolean {
  return /^(?:[A-Z]\d{4}\d{5}3|   [A-Z0-9]{2}\d{5}7)\S/.test(text);
}
