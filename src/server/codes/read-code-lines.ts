import { bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import { FileFaults } from "./code-file-error.ts";
import type { CodeLine, ReadProgress } from "./code-line.ts";
import { type FileLine, forEachLine } from "./file-lines.ts";

export interface CodeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  faultOf(line: FileLine): string | undefined;
  lineOf(text: string): CodeLine;
}

/** Reads a file with one code per line. Throws CodeFileError with every faulty line, including duplicate codes. */
export async function readCodeLines(
  { name, bytes, faultOf, lineOf }: CodeFile,
  onProgress?: ReadProgress,
): Promise<CodeLine[]> {
  const faults = new FileFaults();
  const lines: CodeLine[] = [];
  const take = (line: FileLine) => {
    const read = lineOf(line.text);
    const fault = faultOf(line) ?? faults.faultOfTwice(read.code, line.number);
    if (fault === undefined) lines.push(read);
    else faults.add(line.number, fault);
  };
  await forEachLine({ name, bytes }, take, onProgress);
  faults.settle(name, lines.length);
  return lines;
}

/**
 * Reads the official ICD-10-CM order file: ASCII in fixed columns, counted from 1: order number 1-5, code 7-13, flag
 * 15, short title 17-76, long title from 78. Throws CodeFileError with every faulty line.
 */
export function readOrderFile(
  name: string,
  bytes: Uint8Array,
  onProgress?: ReadProgress,
): Promise<CodeLine[]> {
  return readCodeLines({ name, bytes, faultOf: faultOfOrderLine, lineOf: orderLine }, onProgress);
}

function orderLine(text: string): CodeLine {
  return { code: text.slice(6, 13).trimEnd(), isBillable: text[14] === "1", title: text.slice(77).trimEnd() };
}

function faultOfOrderLine({ text, isEnded }: FileLine): string | undefined {
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

/**
 * Reads the official ICD-9-CM list of titles: code without its dot in columns 1-5, title from column 7, in ISO-8859-1.
 * Also accepts a copy saved as UTF-8. Every code in the list is billable.
 */
export function readTitleList(
  name: string,
  bytes: Uint8Array,
  onProgress?: ReadProgress,
): Promise<CodeLine[]> {
  return readCodeLines(
    { name, bytes: asLatin1(bytes), faultOf: faultOfTitleLine, lineOf: titleLine },
    onProgress,
  );
}

function titleLine(text: string): CodeLine {
  return { code: text.slice(0, 5).trimEnd(), isBillable: true, title: text.slice(6).trimEnd() };
}

function faultOfTitleLine({ text, isEnded }: FileLine): string | undefined {
  const foreign = text.search(/[^\u0020-\u007e\u00a0-\u00ff]/);
  if (foreign !== -1) return `column ${foreign + 1} is not an ISO-8859-1 character`;
  const title = text.slice(6).trimEnd();
  if (title === "") return isEnded ? "there is no title from column 7" : "the file is cut off here";
  const code = text.slice(0, 5).trimEnd();
  if (code.includes(".") || bareDiagnosisCode(code, "ICD-9-CM") !== code) {
    return `columns 1-5, “${code}”, are not an ICD-9-CM code without its dot`;
  }
  if (text[5] !== " " || title.startsWith(" ")) return "the title does not begin in column 7";
  return undefined;
}

/** Returns the bytes, converted to ISO-8859-1 if they are valid non-ASCII UTF-8. */
function asLatin1(bytes: Uint8Array): Uint8Array {
  if (bytes.every((byte) => byte < 0x80)) return bytes;
  try {
    return Buffer.from(new TextDecoder("utf-8", { fatal: true }).decode(bytes), "latin1");
  } catch {
    return bytes;
  }
}
