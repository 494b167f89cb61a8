import type { CodeTable } from "./code-table.ts";
import type { FieldWays } from "./read-field-words.ts";
import { exactRangeOf, rangeOf, type WordRange } from "./word-ranges.ts";

export interface Way {
  readonly words: readonly WordRange[];
  /** Above 0: not the field's usual meaning. */
  readonly penalty: number;
}

/** A part of a question: a word, or several that together mean one thing. */
export interface Part {
  readonly typed: string;
  /** How much it costs if missing: a phrase more than a word, "since" almost nothing. */
  readonly worth: number;
  /** Empty if no title matches it in any way. */
  readonly ways: readonly Way[];
  /** Only says how it happened, beside what happened. */
  readonly isCause?: boolean;
}

const laterWayPenalty = 15;
const literalPenalty = 90;

export function waysOf(meant: FieldWays, literal: readonly string[], table: CodeTable): Way[] {
  const isAbout = meant.length > 0;
  const ways = meant.map((words, place) => ({
    words: words.map((word) => rangeOf(word, table)),
    penalty: place * laterWayPenalty,
  }));
  // An alternative that contains the typed words literally is as good as they are.
  const isLiteral = meant.some((words) => literal.every((word) => words.includes(word)));
  ways.push({
    // "flu" is not the beginning of "fluid".
    words: literal.map((word) => (isAbout ? exactRangeOf(word, table) : rangeOf(word, table))),
    penalty: isAbout && !isLiteral ? literalPenalty : 0,
  });
  return ways.flatMap(({ words, penalty }) => {
    const known = words.filter((word) => word !== undefined);
    return known.length === words.length && known.length > 0 ? [{ words: known, penalty }] : [];
  });
}
