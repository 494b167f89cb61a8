import { bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeLine, ReadProgress } from "./code-line.ts";
import type { FileLine } from "./file-lines.ts";
import { readCodeLines } from "./read-code-lines.ts";

/**
 * Reads the official ICD-9-CM list of titles: code without its dot in columns 1-5, title from column 7, in ISO-8859-1.
 * Also accepts a copy saved as UTF-8. Every code in the list is billable.
 */
export function readTitleList(
  name: string,
  bytes: Uint8Array,
  onProgress?: ReadProgress,
): Promise<CodeLine[]> {
  return readCodeLines({ name, bytes: asLatin1(bytes), faultOf, lineOf }, onProgress);
}

function lineOf(text: string): CodeLine {
  return { code: text.slice(0, 5).trimEnd(), isBillable: true, title: text.slice(6).trimEnd() };
}

function faultOf({ text, isEnded }: FileLine): string | undefined {
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
