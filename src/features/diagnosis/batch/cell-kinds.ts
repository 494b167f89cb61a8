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
/** A code with a slip, such as "Z99.99.9". */
const likeCode = /^[A-Z]\d\w\.\w/i;

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
  if (likeCode.test(text)) return false;
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
/** What stands between the codes of one list: "J02.9 and R05.9", "1) J02.9 2) R05.9". */
const between = /^(?:and|or|plus|with|w|then|dx\d{0,2}|icd-?(?:9|10)?|\d{1,2}|-)$/i;
const dotted = /^[A-Z]\w{2}\.\w/i;

export interface CellCodes {
  readonly codes: readonly string[];
  /** Words that look like codes but are part of a text: "B12". */
  readonly unread: readonly string[];
}

/** The codes of a cell: one containing a space, several in a list, or one with its description. */
export function readCell(cell: string): CellCodes {
  const words = wordsOf(cell);
  const first = words.findIndex(isCode);
  if (first === -1) return { codes: isCode(cell.replaceAll(/\s+/g, "")) ? [cell] : [], unread: [] };
  // "S72 001A": the rest of a code, not a word.
  const [, rest = ""] = words;
  if (words.length === 2 && /^[\dA-Z]{1,4}$/i.test(rest) && /\d/.test(rest) && !isCode(rest))
    if (isCode(words.join(""))) return { codes: [cell], unread: [] };
  const codes: string[] = [];
  const unread: string[] = [];
  let isList = true;
  for (const word of words.slice(first)) {
    if (!isCode(word)) isList &&= between.test(word);
    // "E53.8 Vitamin B12 deficiency" is one code; "J02.9 sore throat M54.5 back pain" is two.
    else if (isList || dotted.test(word)) codes.push(word);
    else unread.push(word);
  }
  return { codes, unread };
}

export function codesOfCell(cell: string): readonly string[] {
  return readCell(cell).codes;
}

/** True for a cell that holds nothing but codes. */
export function isAllCodes(cell: string): boolean {
  const words = wordsOf(cell);
  return words.some(isCode) && words.every(isListed);
}

const isListed = (word: string) => isCode(word) || between.test(word);

/** True for codes, and for one followed by its description; "A1C 7.2" is neither. */
export function beginsWithCode(cell: string): boolean {
  return isAllCodes(cell) || dotted.test(wordsOf(cell).find((word) => !between.test(word)) ?? "");
}

/** The words of a text that look like ICD-10 codes with their dot: what a note may hold. */
export function dottedCodesIn(cell: string): readonly string[] {
  return wordsOf(cell).filter((word) => dotted.test(word) && isCode(word));
}

/** "foo" of "J02.9, foo": in a list of codes, neither one of them nor a description of one. */
export function loneWordsIn(cell: string): readonly string[] {
  const others = cell
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter((part) => !wordsOf(part).every(isListed) && !isCode(part.replaceAll(/\s+/g, "")));
  return others.every((part) => !/\s/.test(part)) ? others : [];
}

/** "250.00" is a code, and an amount of money. */
export function isNumeric(code: string): boolean {
  return /^\d/.test(code);
}

function wordsOf(cell: string): string[] {
  return cell
    .split(wordEnds)
    .map((word) => word.replaceAll(brackets, ""))
    .filter((word) => word !== "");
}

export function partsOfCell(cell: string, today: string): string[] {
  const words = cell.split(/\s+/);
  for (let at = 1; at < words.length; at += 1) {
    if (at === longestDate) at = Math.max(at, words.length - longestDate);
    const [head, tail] = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    if (isCode(words[at] ?? "") && isCode(words[at - 1] ?? "")) continue;
    if (codesOfCell(head).length > 0 && isMeantAsDate(tail, today)) return [head, tail];
    if (words.length === 2 && isCode(head) && /^\d{5}$/.test(tail)) return [head, tail];
    if (isMeantAsDate(head, today) && codesOfCell(words[at] ?? "").length > 0) return [head, tail];
  }
  return [cell];
}
