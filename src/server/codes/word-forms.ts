import { onceFor } from "#room/signals/once-for.ts";
import type { CodeTable } from "./code-table.ts";
import { fieldOf, isOfOtherField } from "./field-words.ts";
import { nearestWords } from "./nearest-words.ts";
import { singularOf } from "./read-field-words.ts";
import { exactRangeOf, rangeOf } from "./word-ranges.ts";

const maxKept = 5000;
/** Shorter beginnings do not count as words. */
const shortestBeginning = 4;
const shortestStem = 4;
const shortestHalf = 3;
const endings = [
  "iness",
  "ation",
  "ions",
  "ness",
  "ally",
  "ing",
  "ion",
  "ful",
  "ity",
  "ed",
  "er",
  "al",
  "ic",
  "ly",
  "y",
  "e",
  "d",
];
export interface Reading {
  readonly isLast: boolean;
  /** As a whole word only: "flue" is not the beginning of "fluency". */
  readonly isWhole: boolean;
}

const keptOf = onceFor((_table: CodeTable) => new Map<string, readonly string[]>());

/**
 * The words that a typed word may mean: itself, if the titles or the field contain it or it begins one of theirs;
 * otherwise its base form, the corrected spelling, or a title word with the same stem.
 */
export function formsOf(word: string, reading: Reading, table: CodeTable): readonly string[] {
  if (isKnown(word, reading, table)) return [word];
  const known = keptOf(table);
  const found = known.get(word) ?? corrected(word, table);
  if (known.size >= maxKept) known.clear();
  known.set(word, found);
  return found;
}

function isKnown(word: string, { isLast, isWhole }: Reading, table: CodeTable): boolean {
  if (isWord(word, table)) return true;
  if (isWhole || (!isLast && word.length < shortestBeginning)) return false;
  return rangeOf(word, table) !== undefined;
}

export function isWord(word: string, table: CodeTable): boolean {
  return fieldOf(table.system).vocabulary.has(singularOf(word)) || exactRangeOf(word, table) !== undefined;
}

function corrected(word: string, table: CodeTable): readonly string[] {
  const unbent = unbentFormsOf(word).find((form) => form.length >= shortestHalf && isWord(form, table));
  if (unbent !== undefined) return [unbent];
  if (isOfOtherField(word, table.system)) return [word];
  const misspelt = nearestWords(word, table);
  if (misspelt.length > 0) return misspelt;
  const halves = halvesOf(word, table);
  if (halves) return [halves];
  const stem = endings
    .filter((ending) => word.endsWith(ending) && word.length - ending.length >= shortestStem)
    .map((ending) => word.slice(0, -ending.length))
    .find((form) => rangeOf(form, table) !== undefined);
  return [stem ?? word];
}

/** "burned", "stubbed", "scraping": the base forms of a verb. */
function unbentFormsOf(word: string): string[] {
  const [, stem = "", ending = ""] = /^(.+?)(ed|ing)$/.exec(word) ?? [];
  if (ending === "") return [];
  const undoubled = /(.)\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  return [stem, `${stem}e`, ...undoubled];
}

/** "kneepain": two words without the space. */
function halvesOf(word: string, table: CodeTable): string | undefined {
  for (let at = shortestHalf; at <= word.length - shortestHalf; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (isWord(head, table) && isWord(tail, table)) return `${head} ${tail}`;
  }
  return undefined;
}
