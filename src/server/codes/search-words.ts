import type { CodeTable } from "./code-table.ts";
import { askedWords, fieldWordsAt } from "./field-words.ts";

/** One word of a question: the words of the table that begin with it. */
export interface WordRange {
  readonly first: number;
  readonly end: number;
  /** The word itself, when the table has it; else -1. */
  readonly exact: number;
  /** How many postings the range has. */
  readonly weight: number;
}

/** One way to read a question: all of its words must be there. */
export interface Reading {
  readonly words: readonly WordRange[];
  /** Above 0: not what the field means by it. */
  readonly penalty: number;
}

const mostReadings = 24;
const literalPenalty = 90;

/** The ways to read a question, each with only words that the table has. */
export function readingsOf(question: string, table: CodeTable): Reading[] {
  let readings: { words: string[]; penalty: number }[] = [{ words: [], penalty: 0 }];
  const words = askedWords(question);
  for (let at = 0; at < words.length;) {
    const found = fieldWordsAt(words.slice(at));
    const taken = found?.taken ?? 1;
    const literal = words.slice(at, at + taken);
    const ways = [
      ...(found?.ways ?? []).map((way, place) => ({ words: way, penalty: place * 15 })),
      { words: literal, penalty: found && !isSaid(literal, found.ways) ? literalPenalty : 0 },
    ];
    readings = readings
      .flatMap((reading) =>
        ways.map((way) => ({
          words: [...reading.words, ...way.words],
          penalty: reading.penalty + way.penalty,
        })),
      )
      .slice(0, mostReadings);
    at += taken;
  }
  return readings.flatMap(({ words: wanted, penalty }) => {
    const ranges = [...new Set(wanted)].map((word) => rangeOf(word, table));
    const known = ranges.filter((range) => range !== undefined);
    return known.length === ranges.length && known.length > 0 ? [{ words: known, penalty }] : [];
  });
}

/** A spelling whose meaning contains it word for word is no less meant literally. */
function isSaid(literal: readonly string[], ways: readonly (readonly string[])[]): boolean {
  return ways.some((way) => literal.every((word) => way.includes(word)));
}

function rangeOf(word: string, table: CodeTable): WordRange | undefined {
  // A singular that the titles have covers its plural too.
  const singulars = singularsOf(word);
  const singular = singulars.find((form) => {
    const next = table.words[firstFrom(table.words, form)];
    return next === form || (form.length >= 5 && next === `${form}y`);
  });
  for (const form of [...(singular === undefined ? [] : [singular]), word, ...singulars]) {
    const first = firstFrom(table.words, form);
    const end = firstFrom(table.words, `${form}\u007f`);
    if (end === first) continue;
    const { postingStarts } = table.arrays;
    const weight = (postingStarts[end] ?? 0) - (postingStarts[first] ?? 0);
    return { first, end, exact: table.words[first] === form ? first : -1, weight };
  }
  return undefined;
}

function singularsOf(word: string): string[] {
  if (word.length < 4 || !word.endsWith("s")) return [];
  // "neuropathies": what it shares with "neuropathy".
  if (word.endsWith("ies")) return [word.slice(0, -3)];
  return word.endsWith("es") ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)];
}

function firstFrom(words: readonly string[], wanted: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The codes that have any word of the range; a code may come more than once. */
export function postingsOf(range: WordRange, table: CodeTable): Uint32Array {
  const { postingStarts, postings } = table.arrays;
  return postings.subarray(postingStarts[range.first] ?? 0, postingStarts[range.end] ?? 0);
}
