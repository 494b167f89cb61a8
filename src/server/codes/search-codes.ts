import { bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeTable } from "./code-table.ts";
import { keyOfCode } from "./code-key.ts";
import { postingsOf, type Reading, readingsOf, type WordRange } from "./search-words.ts";

export interface CodeSearch {
  readonly question: string;
  /** The set's place in the table. */
  readonly set: number;
  readonly limit: number;
}

interface Ranked {
  readonly index: number;
  readonly score: number;
}

const headerPenalty = 1000;
const begunWordPenalty = 25;
const laterWordPenalty = 6;
/** A word of more codes than this is looked for in the codes, not the codes by the word. */
const manyCodes = 3000;
const keptAnswers = 2000;
const kept = new WeakMap<CodeTable, Map<string, readonly number[]>>();

/**
 * The codes of a set that a question means, best first: those that begin so, when the question is the beginning of
 * a code, then those whose title has all the words. Billable codes stand before headers.
 */
export function searchCodes(table: CodeTable, search: CodeSearch): readonly number[] {
  const answers = kept.get(table) ?? new Map<string, readonly number[]>();
  kept.set(table, answers);
  const key = `${search.set} ${search.limit} ${search.question.trim().toLowerCase()}`;
  const known = answers.get(key);
  if (known) return known;
  const found = search.question.trim() === "" ? [] : findCodes(table, search);
  const [oldest] = answers.keys();
  if (answers.size >= keptAnswers && oldest !== undefined) answers.delete(oldest);
  answers.set(key, found);
  return found;
}

function findCodes(table: CodeTable, search: CodeSearch): number[] {
  const begun = codesThatBegin(table, search);
  if (begun.length >= search.limit) return begun;
  const best = new Best(search.limit);
  for (const reading of readingsOf(search.question, table)) rankReading(table, search.set, reading, best);
  const seen = new Set(begun);
  return [...begun, ...best.indexes().filter((index) => !seen.has(index))].slice(0, search.limit);
}

/** Common ones first, else as the book lists them; the code itself before all that begin with it. */
function codesThatBegin(table: CodeTable, { question, set, limit }: CodeSearch): number[] {
  const plain = question.replaceAll(/\s+/g, "");
  const bare = bareDiagnosisCode(plain, table.system) ?? shortBeginning(plain);
  if (bare === undefined) return [];
  const [from, end] = table.rangeOf(bare);
  const best = new Best(limit);
  for (let index = from; index < end; index += 1) {
    if (!table.isIn(index, set)) continue;
    const isItself = table.arrays.keys[index] === keyOfCode(bare);
    const rank = isItself ? -1 : Math.floor((table.arrays.handicap[index] ?? 0) / 40);
    best.offer(index, rank + (table.isBillableIn(index, set) ? 0 : headerPenalty));
  }
  return best.indexes();
}

/** "E1", "S7", "25": too short for a code, enough to begin one. */
function shortBeginning(plain: string): string | undefined {
  return /^(?:[A-Za-z]\d|\d\d)$/.test(plain) ? plain.toUpperCase() : undefined;
}

function rankReading(table: CodeTable, set: number, reading: Reading, best: Best): void {
  const { present, billable, handicap } = table.arrays;
  const ranges = reading.words.toSorted((a, b) => a.weight - b.weight);
  const [rarest] = ranges;
  if (!rarest) return;
  const isCommon = rarest.weight > manyCodes;
  for (const index of isCommon ? table.byHandicap : postingsOf(rarest, table)) {
    const least = (handicap[index] ?? 0) + reading.penalty;
    if (!best.takes(index, least)) {
      // In the order of the handicap, nothing better follows.
      if (isCommon && !best.takes(-1, least)) return;
      continue;
    }
    if ((((present[index] ?? 0) >>> set) & 1) === 0) continue;
    const atBest = least + ((((billable[index] ?? 0) >>> set) & 1) === 1 ? 0 : headerPenalty);
    // Words can only add to it: most codes are passed over here.
    if (!best.takes(index, atBest)) continue;
    const words = scoreWords(table, index, ranges);
    if (words !== undefined) best.offer(index, atBest + words);
  }
}

/** How far the title is from the words asked for; undefined when it lacks one. */
function scoreWords(table: CodeTable, index: number, ranges: readonly WordRange[]): number | undefined {
  let score = 0;
  for (const range of ranges) {
    const word = scoreWord(table, index, range);
    if (word < 0) return undefined;
    score += word;
  }
  return score;
}

/** -1 when the title has no word of the range. A word that was asked for whole, and stands early, costs least. */
function scoreWord(table: CodeTable, index: number, range: WordRange): number {
  const { codeWords, codeWordStarts } = table.arrays;
  const start = codeWordStarts[index] ?? 0;
  const end = codeWordStarts[index + 1] ?? 0;
  let best = -1;
  for (let at = start; at < end; at += 1) {
    const word = codeWords[at] ?? 0;
    if (word < range.first || word >= range.end) continue;
    const score = (word === range.exact ? 0 : begunWordPenalty) + (at - start > 2 ? laterWordPenalty : 0);
    if (best === -1 || score < best) best = score;
  }
  return best;
}

/** The best so many, each code once; of equals the one that comes first in the book. */
class Best {
  readonly #limit: number;
  readonly #ranked: Ranked[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  takes(index: number, score: number): boolean {
    const worst = this.#ranked[this.#limit - 1];
    return !worst || score < worst.score || (score === worst.score && index < worst.index);
  }

  offer(index: number, score: number): void {
    if (!this.takes(index, score)) return;
    const known = this.#ranked.findIndex((one) => one.index === index);
    if (known !== -1) {
      if ((this.#ranked[known]?.score ?? 0) <= score) return;
      this.#ranked.splice(known, 1);
    }
    const place = this.#ranked.findIndex(
      (one) => score < one.score || (score === one.score && index < one.index),
    );
    this.#ranked.splice(place === -1 ? this.#ranked.length : place, 0, { index, score });
    if (this.#ranked.length > this.#limit) this.#ranked.pop();
  }

  indexes(): number[] {
    return this.#ranked.map(({ index }) => index);
  }
}
