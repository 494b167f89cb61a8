import { readDate } from "#room/billing/read-date.ts";
import { type CodeSystem, codeSystemOf } from "#room/contract/primitives/diagnosis-code.ts";

// Stricter than the look-up field, so that a column of other values is not taken for codes.
const icd10 = /^[A-Z](?:\d[\dA-Z](?:\.[\dA-Z]{1,4}|[\dA-Z]{0,4})|[A-Z]\d\.[\dA-Z]{1,4})$/i;
const icd9 = /^(?:\d{3}\.\d{1,2}|V\d\d(?:\.?\d{1,2})?|E\d{3}(?:\.?\d)?)$/i;
const bareNumber = /^\d{3,5}$/;
const procedure = /^(?:\d{5}|\d{4}[A-Z]|[A-Z]\d{4})(?:-\w\w)*$/i;
const systemName = /^(?:icd[\s-]*(?:9|10)(?:[\s-]*cm)?|i(?:9|10)cm)$/i;

const monthName =
  /(?:^|[^a-z])(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?(?:[^a-z]|$)/i;
const threeParts = /(?:^|\D)\d{1,4}\s*[-/.]\s*(?:\d{1,2}|[a-z]{3,9})\s*[-/.]\s*\d{1,4}/i;
const twoParts = /^\d{1,2}\s*[-/]\s*\d{1,2}$/;
const dayAndYear = /\d{1,2}\D{1,6}(?:19|20)\d\d(?:\D|$)/;
const manyDigits = /^\d{6,8}$/;
const longestDate = 40;

export function isCode(text: string): boolean {
  return (icd10.test(text) || icd9.test(text)) && !systemName.test(text);
}

/** Digits only: an ICD-9 code without its dot, a CPT code, an age, or an Excel date serial. */
export function isBareNumber(text: string): boolean {
  return bareNumber.test(text);
}

export function isProcedure(text: string): boolean {
  return procedure.test(text);
}

export function systemIn(text: string): CodeSystem | undefined {
  return systemName.test(text) ? codeSystemOf(text) : undefined;
}

/** True for a date or an attempt at one, which must not pass for "no date" if it cannot be read. */
export function isMeantAsDate(text: string, today: string): boolean {
  if (text === "" || text.length > longestDate || isCode(text) || isBareNumber(text)) return false;
  if (readDate(text, today).date !== undefined) return true;
  return (
    threeParts.test(text) ||
    twoParts.test(text) ||
    dayAndYear.test(text) ||
    manyDigits.test(text) ||
    (monthName.test(text) && /\d/.test(text)) ||
    /^tomorrow$/i.test(text)
  );
}

const wordEnds = /[\s,;|/+&]+/;
const brackets = /^[([{"']+|(?<![)\]}"'.:-])[)\]}"'.:-]+$/g;

/** The codes of a cell: one containing a space, several side by side, or one with its description. */
export function codesOfCell(cell: string): string[] {
  const words = cell
    .split(wordEnds)
    .map((word) => word.replaceAll(brackets, ""))
    .filter((word) => word !== "");
  const first = words.findIndex(isCode);
  if (first === -1) return isCode(cell.replaceAll(/\s+/g, "")) ? [cell] : [];
  // "S72 001A": the rest of a code, not a word.
  if (words.length === 2 && /^[\dA-Z]{1,4}$/i.test(words[1] ?? "") && !isCode(words[1] ?? ""))
    if (/\d/.test(words[1] ?? "") && isCode(words.join(""))) return [cell];
  const codes: string[] = [];
  // "E53.8 Vitamin B12 deficiency" is one code: only codes that are adjacent count.
  for (const word of words.slice(first)) {
    if (!isCode(word)) break;
    codes.push(word);
  }
  return codes;
}

/** Splits a cell that contains codes and a date with spaces between them. */
export function partsOfCell(cell: string, today: string): string[] {
  const words = cell.split(/\s+/);
  for (let at = 1; at < words.length; at += 1) {
    const [head, tail] = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    if (isCode(words[at] ?? "") && isCode(words[at - 1] ?? "")) continue;
    if (codesOfCell(head).length > 0 && isMeantAsDate(tail, today)) return [head, tail];
    if (words.length === 2 && isCode(head) && /^\d{5}$/.test(tail)) return [head, tail];
    if (isMeantAsDate(head, today) && codesOfCell(words[at] ?? "").length > 0) return [head, tail];
  }
  return [cell];
}
