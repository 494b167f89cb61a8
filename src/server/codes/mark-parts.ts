import { onceFor } from "#room/signals/once-for.ts";
import type { CodeTable } from "./code-table.ts";
import { scoreOfWord } from "./match-parts.ts";
import type { Part, Way } from "./question-part.ts";
import { postingsOf } from "./word-ranges.ts";

/** A part worth less than this is optional. */
export const minWorth = 0.5;
/** Codes that lack a part are answers if they score at least this share of the best. */
export const nearlyAsMuch = 0.8;
/** Caps the weight of rarity: a word in only a few titles says no more than one in about a hundred. */
const commonEnough = 100;
/** The cost of looking for a part among the words of a code, in postings read. */
const postingsPerLook = 4;

export interface Marks {
  /** By code: a bit for each part that it has. */
  readonly byCode: Uint32Array;
  /** The codes that have any part; includes every code with all of them, or with nearly the best score. */
  readonly marked: Uint32Array;
}

interface Marking {
  readonly byCode: Uint32Array;
  readonly codes: Uint32Array;
  count: number;
}

const markingOf = onceFor((table: CodeTable): Marking => {
  const { length } = table.arrays.keys;
  return { byCode: new Uint32Array(length), codes: new Uint32Array(length), count: 0 };
});

export function weightsOf(parts: readonly Part[], table: CodeTable): number[] {
  return parts.map(({ ways, worth }) => {
    const postings = ways.reduce((sum, { words }) => sum + Math.min(...words.map(({ weight }) => weight)), 0);
    return worth * Math.log(2 + table.arrays.keys.length / (commonEnough + postings));
  });
}

/** Only codes the filter accepts. Valid until the next question to the same table. */
export function marksOf(parts: readonly Part[], table: CodeTable, isKept: (index: number) => boolean): Marks {
  const marking = emptyMarking(table);
  const weights = weightsOf(parts, table);
  let rest = weights.reduce((sum, weight) => sum + weight, 0);
  let most = 0;
  for (const at of [...weights.keys()].toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))) {
    const { ways = [], worth = 0 } = parts[at] ?? {};
    // "left", after "ankle": codes with nothing else cannot be an answer.
    const isOfMarked = rest < most * nearlyAsMuch;
    const isFound = ways
      .map((way) => markWay(way, { marking, bit: 2 ** at, table, isKept, isOfMarked }))
      .includes(true);
    const weight = weights[at] ?? 0;
    if (isFound && worth >= minWorth) most = Math.max(most, weight);
    rest -= weight;
  }
  return { byCode: marking.byCode, marked: marking.codes.subarray(0, marking.count) };
}

/** Reused per table, and cleared only where it was marked: rare words must not cost a pass over 100,000 codes. */
function emptyMarking(table: CodeTable): Marking {
  const marking = markingOf(table);
  for (let at = 0; at < marking.count; at += 1) marking.byCode[marking.codes[at] ?? 0] = 0;
  marking.count = 0;
  return marking;
}

interface MarkedWay {
  readonly marking: Marking;
  readonly bit: number;
  readonly table: CodeTable;
  readonly isKept: (index: number) => boolean;
  /** Only codes that already have another part. */
  readonly isOfMarked: boolean;
}

/** True if any code has it. */
function markWay({ words }: Way, { marking, bit, table, isKept, isOfMarked }: MarkedWay): boolean {
  const { byCode, codes } = marking;
  const [rarest, ...others] = words.toSorted((a, b) => a.weight - b.weight);
  if (!rarest) return false;
  const isByCode = isOfMarked && marking.count * postingsPerLook < rarest.weight;
  const looked = isByCode ? codes.subarray(0, marking.count) : postingsOf(rarest, table);
  const wanted = isByCode ? words : others;
  let isFound = false;
  // A common word is in 70,000 titles: plain loops, without a call per word.
  for (let at = 0; at < looked.length; at += 1) {
    const index = looked[at] ?? 0;
    const mark = byCode[index] ?? 0;
    if ((mark & bit) !== 0 || (mark === 0 && isOfMarked)) continue;
    if (wanted.length > 0 && !wanted.every((range) => scoreOfWord(table, index, range, -1) >= 0)) continue;
    if (mark === 0) {
      if (!isKept(index)) continue;
      codes[marking.count] = index;
      marking.count += 1;
    }
    byCode[index] = mark | bit;
    isFound = true;
  }
  return isFound;
}
