import type { CodeTable } from "./code-table.ts";
import { lowerBound } from "./rising-list.ts";

export interface WordRange {
  readonly first: number;
  readonly end: number;
  /** The exact word, if the table has it; otherwise -1. */
  readonly exact: number;
  readonly weight: number;
}

/** The words with that beginning; undefined if there are none. */
export function rangeOf(word: string, table: CodeTable): WordRange | undefined {
  // One letter begins a tenth of all words: it is "hepatitis b" or not a word yet.
  if (word.length === 1) return exactRangeOf(word, table);
  for (const form of formsOf(word, table)) {
    const first = lowerBound(table.words, form);
    const end = lowerBound(table.words, `${form}\u007f`);
    if (end > first) return range(table, { first, end, exact: table.words[first] === form ? first : -1 });
  }
  return undefined;
}

/** The exact word only; undefined if no title has it. */
export function exactRangeOf(word: string, table: CodeTable): WordRange | undefined {
  const first = lowerBound(table.words, word);
  return table.words[first] === word ? range(table, { first, end: first + 1, exact: first }) : undefined;
}

function range(table: CodeTable, words: Omit<WordRange, "weight">): WordRange {
  const { postingStarts } = table.arrays;
  return { ...words, weight: (postingStarts[words.end] ?? 0) - (postingStarts[words.first] ?? 0) };
}

/** A singular found in the titles covers its plural too. */
function formsOf(word: string, table: CodeTable): string[] {
  const singulars = singularsOf(word);
  const singular = singulars.find((form) => {
    const next = table.words[lowerBound(table.words, form)];
    return next === form || (form.length >= 5 && next === `${form}y`);
  });
  return [...(singular === undefined ? [] : [singular]), word, ...singulars];
}

function singularsOf(word: string): string[] {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("is")) return [];
  // "neuropathies": the stem it shares with "neuropathy".
  if (word.endsWith("ies")) return [word.slice(0, -3)];
  return word.endsWith("es") ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)];
}

/** The codes of any word of the range; a code may repeat. */
export function postingsOf({ first, end }: WordRange, table: CodeTable): Uint32Array {
  const { postingStarts, postings } = table.arrays;
  return postings.subarray(postingStarts[first] ?? 0, postingStarts[end] ?? 0);
}
