import type { CodeTable } from "./code-table.ts";
import type { Part } from "./question-part.ts";
import { exactRangeOf, type WordRange } from "./word-ranges.ts";

const begunWordPenalty = 25;
const laterWordPenalty = 6;
/** "without foreign body" is not about a foreign body, unless the search says so. */
const withoutPenalty = 40;
/** A word after this position in a title says less about its subject. */
const earlyWords = 3;

export function leastScoreOf({ ways }: Part): number {
  const scores = ways.map(
    ({ words, penalty }) => penalty + words.filter(({ exact }) => exact === -1).length * begunWordPenalty,
  );
  return scores.length === 0 ? 0 : Math.min(...scores);
}

/** The word "without" in the table; -1 if the question contains it, or no title does. */
export function withoutOf(parts: readonly Part[], table: CodeTable): number {
  const word = exactRangeOf("without", table)?.first ?? -1;
  const isInQuery = parts.some(({ ways }) =>
    ways.some(({ words }) => words.some(({ exact }) => exact === word)),
  );
  return isInQuery ? -1 : word;
}

/** The distance of a title from a part of the question, by its best match; undefined if there is none. */
export function scoreOfPart(
  table: CodeTable,
  index: number,
  { ways }: Part,
  without: number,
): number | undefined {
  let best: number | undefined;
  for (const { words, penalty } of ways) {
    if (best !== undefined && penalty >= best) continue;
    let score = penalty;
    for (const range of words) {
      const word = scoreOfWord(table, index, range, without);
      score = word < 0 ? Infinity : score + word;
    }
    if (score !== Infinity && (best === undefined || score < best)) best = score;
  }
  return best;
}

/** -1 if the title has no word of the range. A word typed in full that comes early costs least. */
export function scoreOfWord(table: CodeTable, index: number, range: WordRange, without: number): number {
  const { codeWords, codeWordStarts } = table.arrays;
  const start = codeWordStarts[index] ?? 0;
  const end = codeWordStarts[index + 1] ?? 0;
  let best = -1;
  for (let at = start; at < end; at += 1) {
    const word = codeWords[at] ?? 0;
    if (word < range.first || word >= range.end) continue;
    const score =
      (word === range.exact ? 0 : begunWordPenalty) +
      (at - start >= earlyWords ? laterWordPenalty : 0) +
      (at > start && codeWords[at - 1] === without ? withoutPenalty : 0);
    if (best === -1 || score < best) best = score;
  }
  return best;
}
