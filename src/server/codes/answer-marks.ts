import type { CodeTable } from "./code-table.ts";
import { minWorth, type Marks, nearlyAsMuch, weightsOf } from "./mark-parts.ts";
import type { Part } from "./question-part.ts";

const missingPenalty = 60;
const smallPenalty = 20;

/** How many codes have each mark. Neighbors usually share one. */
export function countMarks({ byCode, marked }: Marks): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  let last = 0;
  let count = 0;
  const note = () => {
    if (count > 0) counts.set(last, (counts.get(last) ?? 0) + count);
  };
  for (const index of marked) {
    const mark = byCode[index] ?? 0;
    if (mark !== last) {
      note();
      last = mark;
      count = 0;
    }
    count += 1;
  }
  note();
  return counts;
}

/** The marks of codes with all significant words; each minor word that is missing costs little. */
export function wholeMarks(
  parts: readonly Part[],
  counts: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const small = maskOf(parts, ({ worth }) => worth < minWorth);
  const all = 2 ** parts.length - 1;
  const wanted = small === all ? all : all - small;
  return new Map(
    Array.from(counts.keys())
      .filter((mark) => (mark & wanted) === wanted)
      .map((mark) => [mark, bitsOf(all - mark) * smallPenalty]),
  );
}

function bitsOf(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return bits;
}

function maskOf(parts: readonly Part[], isMeant: (part: Part) => boolean): number {
  return parts.reduce((mask, part, at) => mask + (isMeant(part) ? 2 ** at : 0), 0);
}

/** The marks with the most words, weighted by rarity, and their cost. */
export function nearestMarks(
  parts: readonly Part[],
  counts: ReadonlyMap<number, number>,
  table: CodeTable,
): ReadonlyMap<number, number> {
  const weights = weightsOf(parts, table);
  const weightOf = (mark: number) =>
    weights.reduce((sum, weight, at) => sum + ((mark & (2 ** at)) === 0 ? 0 : weight), 0);
  const most = Math.max(0, ...Array.from(counts.keys(), weightOf));
  return new Map(
    Array.from(counts.keys(), (mark) => [mark, (most - weightOf(mark)) * missingPenalty] as const).filter(
      ([mark]) => weightOf(mark) >= most * nearlyAsMuch,
    ),
  );
}
