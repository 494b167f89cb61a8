import { bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeLine, ReadProgress } from "./code-line.ts";
import type { FileLine } from "./file-lines.ts";
import { readCodeLines } from "./read-code-lines.ts";

/**
 * Reads the official ICD-10-CM order file: ASCII in fixed columns, counted from 1: order number 1-5, code 7-13, flag
 * 15, short title 17-76, long title from 78. Throws CodeFileError with every faulty line.
 */
export function readOrderFile(
  name: string,
  bytes: Uint8Array,
  onProgress?: ReadProgress,
): Promise<CodeLine[]> {
  return readCodeLines({ name, bytes, faultOf, lineOf }, onProgress);
}

function lineOf(text: string): CodeLine {
  return { code: text.slice(6, 13).trimEnd(), isBillable: text[14] === "1", title: text.slice(77).trimEnd() };
}

function faultOf({ text, isEnded }: FileLine): string | undefined {
  const foreign = text.search(/[^\u0020-\u007e]/);
  if (foreign !== -1) return `column ${foreign + 1} is not a plain ASCII character`;
  const long = text.slice(77).trimEnd();
  if (long === "") return isEnded ? "there is no long title from column 78" : "the file is cut off here";
  if (!/^\d{5} /.test(text)) return "columns 1-5 are not an order number followed by a blank";
  const code = text.slice(6, 13);
  if (!isBareCode(code.trimEnd())) return `columns 7-13, “${code.trim()}”, are not an ICD-10-CM code`;
  if (text[13] !== " ") return "column 14 is not blank";
  if (text[14] !== "0" && text[14] !== "1")
    return `column 15 is “${text[14]}”, not 0 (header) or 1 (billable)`;
  if (text[15] !== " " || text[76] !== " ") return "column 16 or 77 is not blank";
  const short = text.slice(16, 76).trimEnd();
  if (short === "" || short.startsWith(" ")) return "the short title does not begin in column 17";
  if (long.startsWith(" ")) return "the long title does not begin in column 78";
  // In every published file the long title is at least as long as the short one.
  if (long.length < short.length) {
    return isEnded ? "the long title is shorter than the short title" : "the file is cut off here";
  }
  return undefined;
}

function isBareCode(code: string): boolean {
  return !code.includes(".") && bareDiagnosisCode(code, "ICD-10-CM") === code;
}
