import { bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import { keyOfCode } from "./code-key.ts";
import { countMarks, nearestMarks, wholeMarks } from "./answer-marks.ts";
import type { CodeTable } from "./code-table.ts";
import { type Marks, marksOf } from "./mark-parts.ts";
import { leastScoreOf, scoreOfPart, withoutOf } from "./match-parts.ts";
import type { Part } from "./question-part.ts";
import { partsOf } from "./read-question.ts";
import type { searchEncounters, searchSides } from "#room/contract/operations/diagnoses.ts";
import { exactRangeOf } from "./word-ranges.ts";

export interface CodeFilter {
  readonly side?: (typeof searchSides)[number] | undefined;
  readonly encounter?: (typeof searchEncounters)[number] | undefined;
  readonly isBillable?: boolean | undefined;
}

function filterOf(
  table: CodeTable,
  set: number,
  { side, encounter, isBillable }: CodeFilter,
): (index: number) => boolean {
  const wanted = [side, encounter].filter((word) => word !== undefined);
  const places = wanted.map((word) => exactRangeOf(word, table)?.first ?? -1);
  const { present } = table.arrays;
  if (places.length === 0 && isBillable !== true)
    return (index) => (((present[index] ?? 0) >>> set) & 1) === 1;
  return (index) =>
    table.isIn(index, set) &&
    (isBillable !== true || table.isBillableIn(index, set)) &&
    places.every((place) => hasWord(table, index, place));
}

function hasWord({ arrays }: CodeTable, index: number, word: number): boolean {
  const end = arrays.codeWordStarts[index + 1] ?? 0;
  for (let at = arrays.codeWordStarts[index] ?? 0; at < end; at += 1)
    if (arrays.codeWords[at] === word) return true;
  return false;
}

interface Ranked {
  readonly index: number;
  readonly score: number;
}

/** The best codes, each once; ties are in code order. */
class BestCodes {
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
    const next = this.#ranked.findIndex(
      (one) => score < one.score || (score === one.score && index < one.index),
    );
    this.#ranked.splice(next === -1 ? this.#ranked.length : next, 0, { index, score });
    if (this.#ranked.length > this.#limit) this.#ranked.pop();
  }

  indexes(): number[] {
    return this.#ranked.map(({ index }) => index);
  }
}

export interface CodeSearch extends CodeFilter {
  readonly question: string;
  readonly set: number;
  readonly limit: number;
}

export interface CodesFound {
  /** Best first, no more than requested. */
  readonly codes: readonly number[];
  /** By index: the words of the question that the code lacks. */
  readonly missing: readonly (readonly string[])[];
  readonly total: number;
  /** They have all words that matter, or begin as typed. */
  readonly isWhole: boolean;
}

const headerPenalty = 1000;
/** When words are missing, or more than a cause is asked for, the cause matters less than the condition. */
const causePenalty = 120;
/** More than one code in this many is a lot. */
const manyOf = 8;
/** How many of the first codes somebody looks at. */
const looked = 5;
const nothing: CodesFound = { codes: [], missing: [], total: 0, isWhole: false };

export function searchCodes(table: CodeTable, search: CodeSearch): readonly number[] {
  return findCodes(table, search).codes;
}

/**
 * The codes of a set that a question means, best first: codes with that beginning, if the question is one; then those
 * whose title has all the words, in any order; if none has them all, the closest. Billable codes come before headers.
 */
export function findCodes(table: CodeTable, search: CodeSearch): CodesFound {
  if (search.question.trim() === "") return nothing;
  const isKept = filterOf(table, search.set, search);
  const begun = codesThatBegin(table, search, isKept);
  const all = codesNamed(table, search, isKept);
  // "E1.19" is a mistyped code, not a near match of the word "19".
  const isMeantAsCode = /^[^\s-]*\d[^\s-]*$/.test(search.question.trim());
  const named = isMeantAsCode && all.missing.some((words) => words.length > 0) ? nothing : all;
  if (begun.total === 0) return named;
  if (named.missing.some((words) => words.length > 0)) return begun;
  const seen = new Set(begun.codes);
  const codes = [...begun.codes, ...named.codes.filter((index) => !seen.has(index))].slice(0, search.limit);
  const total = Math.max(begun.total + named.total, codes.length);
  return { codes, missing: codes.map(() => []), total, isWhole: true };
}

/** Common ones first, otherwise in book order; an exact match before all that begin with it. */
function codesThatBegin(
  table: CodeTable,
  { question, set, limit }: CodeSearch,
  isKept: (index: number) => boolean,
): CodesFound {
  const plain = question.replaceAll(/\s+/g, "");
  const bare = beginningOf(plain, table);
  if (bare === undefined) return nothing;
  const [from, end] = table.rangeOf(bare);
  const best = new BestCodes(limit);
  let total = 0;
  for (let index = from; index < end; index += 1) {
    if (!isKept(index)) continue;
    total += 1;
    const isItself = table.arrays.keys[index] === keyOfCode(bare);
    const rank = isItself ? -1 : Math.floor((table.arrays.rankPenalty[index] ?? 0) / 40);
    best.offer(index, rank + (table.isBillableIn(index, set) ? 0 : headerPenalty));
  }
  const codes = best.indexes();
  return { codes, missing: codes.map(() => []), total, isWhole: total > 0 };
}

/** The text as the beginning of a code of a system; undefined if it cannot be one. */
function beginningOf(plain: string, table: CodeTable): string | undefined {
  const { system } = table;
  if (system !== "HCPCS") return bareDiagnosisCode(plain, system) ?? shortBeginning(plain);
  const capitals = plain.toUpperCase();
  const isBegun = /^(?:[A-Z]\d{1,4}|\d{2,5}|\d{4}[A-Z])$/.test(capitals);
  return isBegun || (capitals.length === 2 && table.indexOf(capitals) !== -1) ? capitals : undefined;
}

/** "E1", "S7", "25": too short for a code, but the beginning of one. */
function shortBeginning(plain: string): string | undefined {
  return /^(?:[A-Za-z]\d|\d\d)$/.test(plain) ? plain.toUpperCase() : undefined;
}

/** Matches by titles. If not every word is found, an incomplete word may be a misspelled one. */
function codesNamed(table: CodeTable, search: CodeSearch, isKept: (index: number) => boolean): CodesFound {
  const found = codesOfParts(table, search, partsOf(search.question, table), isKept);
  if (isWhole(found)) return found;
  const other = codesOfParts(table, search, partsOf(search.question, table, true), isKept);
  return isWhole(other) ? other : found;
}

function isWhole({ missing }: CodesFound): boolean {
  const [first] = missing;
  return first?.length === 0;
}

function codesOfParts(
  table: CodeTable,
  { set, limit }: CodeSearch,
  parts: readonly Part[],
  isKept: (index: number) => boolean,
): CodesFound {
  const marks = marksOf(parts, table, isKept);
  const counts = countMarks(marks);
  const whole = wholeMarks(parts, counts);
  const ranked = rankMarks(table, { set, limit, parts, marks, counts, lacking: whole });
  const [first] = ranked.indexes();
  // Headers alone are not an answer.
  const isAnswered = first !== undefined && table.isBillableIn(first, set);
  const lacking = isAnswered ? whole : nearestMarks(parts, counts, table);
  const best = isAnswered ? ranked : rankMarks(table, { set, limit, parts, marks, counts, lacking });
  const codes = injuriesFirst(table, best.indexes());
  const missingOf = (index: number) => typedWithout(parts, marks.byCode[index] ?? 0);
  const total = [...lacking.keys()].reduce((sum, mark) => sum + (counts.get(mark) ?? 0), 0);
  if (codes.every((index) => !table.isBillableIn(index, set) && missingOf(index).length === 0)) {
    const below = billableBelow(table, codes, { set, isKept });
    const all = [...below, ...codes].slice(0, limit);
    return { codes: all, missing: all.map(() => []), total: total + below.length, isWhole: all.length > 0 };
  }
  return { codes, missing: codes.map(missingOf), total, isWhole: isAnswered };
}

/** "Fever of unknown origin" is only in the title of R50, whose billable codes are below it. Common ones first. */
function billableBelow(
  table: CodeTable,
  headers: readonly number[],
  { set, isKept }: { readonly set: number; readonly isKept: (index: number) => boolean },
): number[] {
  const below = new Set<number>();
  for (const header of headers) {
    const [from, end] = table.rangeOf(table.codeAt(header));
    for (let index = from; index < end; index += 1)
      if (isKept(index) && table.isBillableIn(index, set)) below.add(index);
  }
  const { rankPenalty } = table.arrays;
  return [...below].toSorted((a, b) => (rankPenalty[a] ?? 0) - (rankPenalty[b] ?? 0) || a - b);
}

interface Ranking {
  readonly set: number;
  readonly limit: number;
  readonly parts: readonly Part[];
  readonly marks: Marks;
  readonly counts: ReadonlyMap<number, number>;
  /** The marks that count as an answer, and their cost. */
  readonly lacking: ReadonlyMap<number, number>;
}

function rankMarks(table: CodeTable, { set, limit, parts, marks, counts, lacking }: Ranking): BestCodes {
  const best = new BestCodes(limit);
  if (lacking.size === 0) return best;
  const costs = leastCosts(parts, lacking);
  const leastOfAll = Math.min(...costs.values());
  const without = withoutOf(parts, table);
  const hasAll = lacking.has(2 ** parts.length - 1);
  const isToldWithCause = parts.some(({ isCause }) => isCause);
  const [causesFrom, causesEnd] = hasAll && !isToldWithCause ? [0, 0] : rangeOfCauses(table);
  const answers = [...lacking.keys()].reduce((sum, mark) => sum + (counts.get(mark) ?? 0), 0);
  // A few are all compared; of many, the best first, until nothing better can follow.
  const isSorted = answers > table.byRankPenalty.length / manyOf;
  for (const index of isSorted ? table.byRankPenalty : marks.marked) {
    const rankPenalty = table.arrays.rankPenalty[index] ?? 0;
    if (isSorted && !best.takes(-1, rankPenalty + leastOfAll)) break;
    const mark = marks.byCode[index] ?? 0;
    const cost = mark === 0 ? undefined : costs.get(mark);
    if (cost === undefined || !best.takes(index, rankPenalty + cost)) continue;
    const penalty =
      (table.isBillableIn(index, set) ? 0 : headerPenalty) +
      (index >= causesFrom && index < causesEnd ? causePenalty : 0);
    if (!best.takes(index, rankPenalty + cost + penalty)) continue;
    const score = parts.reduce((sum, part) => sum + (scoreOfPart(table, index, part, without) ?? 0), 0);
    best.offer(index, rankPenalty + (lacking.get(mark) ?? 0) + penalty + score);
  }
  return best;
}

/** By mark: the least cost of any code that has it, whatever its title. */
function leastCosts(
  parts: readonly Part[],
  lacking: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const leastOfParts = parts.map(leastScoreOf);
  const leastOf = (mark: number) =>
    leastOfParts.reduce((sum, least, at) => sum + ((mark & (2 ** at)) === 0 ? 0 : least), 0);
  return new Map(Array.from(lacking, ([mark, lack]) => [mark, lack + leastOf(mark)] as const));
}

function rangeOfCauses(table: CodeTable): readonly [number, number] {
  if (table.system === "HCPCS") return [0, 0];
  if (table.system === "ICD-9-CM") return table.rangeOf("E");
  return [table.rangeOf("V")[0], table.rangeOf("Y")[1]];
}

/** Of the first few: "dog bite" is an open bite that a dog caused, though the cause is what clinics code more often. */
function injuriesFirst(table: CodeTable, codes: readonly number[]): readonly number[] {
  if (table.system !== "ICD-10-CM") return codes;
  const [injuriesFrom, injuriesEnd] = table.rangeOf("S");
  const [causesFrom, causesEnd] = rangeOfCauses(table);
  const few = codes.slice(0, looked);
  if (!few.some((index) => index >= injuriesFrom && index < injuriesEnd)) return codes;
  const isCause = (index: number) => Number(index >= causesFrom && index < causesEnd);
  return [...few.toSorted((a, b) => isCause(a) - isCause(b)), ...codes.slice(looked)];
}

function typedWithout(parts: readonly Part[], mark: number): string[] {
  return parts.filter(({ typed }, at) => typed !== "" && (mark & (2 ** at)) === 0).map(({ typed }) => typed);
}
