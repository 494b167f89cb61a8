import type { CodeTable } from "./code-table.ts";
import { scoreOfWord } from "./match-parts.ts";
import type { Part, Way } from "./read-question.ts";
import { postingsOf } from "./word-ranges.ts";

/** A part that is worth less than this need not be there. */
export const leastWorth = 0.5;
/** Of codes that lack a part, those that have this much of what the best has are answers. */
export const nearlyAsMuch = 0.8;
/** A word that only a few titles have says no more than one that some hundred have. */
const commonEnough = 100;
/** What it costs to look for a part among the words of a code, in postings read. */
const postingsPerLook = 4;

/** Which codes have which parts of a question. */
export interface Marks {
  /** By code a bit for each part that it has. */
  readonly byCode: Uint32Array;
  /** The codes that have any part; none is left out that has all, or nearly as much as the best. */
  readonly marked: Uint32Array;
}

interface Marking {
  readonly byCode: Uint32Array;
  readonly codes: Uint32Array;
  count: number;
}

const kept = new WeakMap<CodeTable, Marking>();

/** What each part says: a rare one more than a common one. */
export function weightsOf(parts: readonly Part[], table: CodeTable): number[] {
  return parts.map(({ ways, worth }) => {
    const postings = ways.reduce((sum, { words }) => sum + Math.min(...words.map(({ weight }) => weight)), 0);
    return worth * Math.log(2 + table.arrays.keys.length / (commonEnough + postings));
  });
}

/** Of the codes that a filter keeps. Valid until the next question to the same table. */
export function marksOf(parts: readonly Part[], table: CodeTable, isKept: (index: number) => boolean): Marks {
  const marking = emptyMarking(table);
  const weights = weightsOf(parts, table);
  let rest = weights.reduce((sum, weight) => sum + weight, 0);
  let most = 0;
  for (const at of [...weights.keys()].toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))) {
    const { ways = [], worth = 0 } = parts[at] ?? {};
    // "left", after "ankle": codes that have nothing else cannot be an answer.
    const isOfMarked = rest < most * nearlyAsMuch;
    const isFound = ways
      .map((way) => markWay(way, { marking, bit: 2 ** at, table, isKept, isOfMarked }))
      .includes(true);
    const weight = weights[at] ?? 0;
    if (isFound && worth >= leastWorth) most = Math.max(most, weight);
    rest -= weight;
  }
  return { byCode: marking.byCode, marked: marking.codes.subarray(0, marking.count) };
}

/** The table's own, wiped where it was marked: what few codes have must not cost a look at 100,000. */
function emptyMarking(table: CodeTable): Marking {
  const { length } = table.arrays.keys;
  const marking = kept.get(table) ?? {
    byCode: new Uint32Array(length),
    codes: new Uint32Array(length),
    count: 0,
  };
  kept.set(table, marking);
  for (let at = 0; at < marking.count; at += 1) marking.byCode[marking.codes[at] ?? 0] = 0;
  marking.count = 0;
  return marking;
}

interface MarkedWay {
  readonly marking: Marking;
  readonly bit: number;
  readonly table: CodeTable;
  readonly isKept: (index: number) => boolean;
  /** Only codes that have another part already. */
  readonly isOfMarked: boolean;
}

/** True when any code has it. */
function markWay({ words }: Way, { marking, bit, table, isKept, isOfMarked }: MarkedWay): boolean {
  const { byCode, codes } = marking;
  const [rarest, ...others] = words.toSorted((a, b) => a.weight - b.weight);
  if (!rarest) return false;
  const isByCode = isOfMarked && marking.count * postingsPerLook < rarest.weight;
  const looked = isByCode ? codes.subarray(0, marking.count) : postingsOf(rarest, table);
  const wanted = isByCode ? words : others;
  let isFound = false;
  // A common word stands in 70,000 titles: plain loops, and nothing called for a word on its own.
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
