import { bareDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import { BestCodes } from "./best-codes.ts";
import { keyOfCode } from "./code-key.ts";
import { countMarks, nearestMarks, wholeMarks } from "./answer-marks.ts";
import type { CodeTable } from "./code-table.ts";
import { leastScoreOf, marksOf, scoreOfPart, withoutOf } from "./match-parts.ts";
import { type Part, partsOf } from "./read-question.ts";
import { type CodeFilter, filterOf } from "./search-filter.ts";

export interface CodeSearch extends CodeFilter {
  readonly question: string;
  /** The set's place in the table. */
  readonly set: number;
  readonly limit: number;
}

export interface CodesFound {
  /** Best first, no more than asked for. */
  readonly codes: readonly number[];
  /** By place: the words of the question that the code does not have. */
  readonly missing: readonly (readonly string[])[];
  /** How many there are in all. */
  readonly total: number;
}

const headerPenalty = 1000;
/** Where words are missing: how it came about says less than what it is. */
const causePenalty = 120;
const keptAnswers = 1000;
const nothing: CodesFound = { codes: [], missing: [], total: 0 };
const kept = new WeakMap<CodeTable, Map<string, CodesFound>>();

export function searchCodes(table: CodeTable, search: CodeSearch): readonly number[] {
  return findCodes(table, search).codes;
}

/**
 * The codes of a set that a question means, best first: those that begin so, when the question is the beginning of
 * a code, then those whose title has all the words, in any order. Where no title has all of them, the nearest.
 * Billable codes stand before headers.
 */
export function findCodes(table: CodeTable, search: CodeSearch): CodesFound {
  const { question, set, limit, side = "", encounter = "", isBillable = false } = search;
  const answers = kept.get(table) ?? new Map<string, CodesFound>();
  kept.set(table, answers);
  const key = [set, limit, side, encounter, isBillable, question.trim().toLowerCase()].join(" ");
  const known = answers.get(key);
  if (known) return known;
  const found = question.trim() === "" ? nothing : find(table, search);
  const [oldest] = answers.keys();
  if (answers.size >= keptAnswers && oldest !== undefined) answers.delete(oldest);
  answers.set(key, found);
  return found;
}

function find(table: CodeTable, search: CodeSearch): CodesFound {
  const isKept = filterOf(table, search.set, search);
  const begun = codesThatBegin(table, search, isKept);
  const all = codesNamed(table, search, isKept);
  // "E1.19" is a code with a fault, not nearly the words "19".
  const isMeantAsCode = /^[^\s-]*\d[^\s-]*$/.test(search.question.trim());
  const named = isMeantAsCode && all.missing.some((words) => words.length > 0) ? nothing : all;
  if (begun.total === 0) return named;
  if (named.missing.some((words) => words.length > 0)) return begun;
  const seen = new Set(begun.codes);
  const codes = [...begun.codes, ...named.codes.filter((index) => !seen.has(index))].slice(0, search.limit);
  return { codes, missing: codes.map(() => []), total: Math.max(begun.total + named.total, codes.length) };
}

/** Common ones first, else as the book lists them; the code itself before all that begin with it. */
function codesThatBegin(
  table: CodeTable,
  { question, set, limit }: CodeSearch,
  isKept: (index: number) => boolean,
): CodesFound {
  const plain = question.replaceAll(/\s+/g, "");
  const bare = bareDiagnosisCode(plain, table.system) ?? shortBeginning(plain);
  if (bare === undefined) return nothing;
  const [from, end] = table.rangeOf(bare);
  const best = new BestCodes(limit);
  let total = 0;
  for (let index = from; index < end; index += 1) {
    if (!isKept(index)) continue;
    total += 1;
    const isItself = table.arrays.keys[index] === keyOfCode(bare);
    const rank = isItself ? -1 : Math.floor((table.arrays.handicap[index] ?? 0) / 40);
    best.offer(index, rank + (table.isBillableIn(index, set) ? 0 : headerPenalty));
  }
  const codes = best.indexes();
  return { codes, missing: codes.map(() => []), total };
}

/** "E1", "S7", "25": too short for a code, enough to begin one. */
function shortBeginning(plain: string): string | undefined {
  return /^(?:[A-Za-z]\d|\d\d)$/.test(plain) ? plain.toUpperCase() : undefined;
}

/** By their titles. */
function codesNamed(
  table: CodeTable,
  { question, set, limit }: CodeSearch,
  isKept: (index: number) => boolean,
): CodesFound {
  const parts = partsOf(question, table);
  const marks = marksOf(parts, table);
  const counts = countMarks(marks, isKept);
  const whole = wholeMarks(parts, counts);
  const ranked = rankMarks(table, { set, limit, isKept, parts, marks, lacking: whole });
  const [first] = ranked.indexes();
  // Headers alone are no answer.
  const isAnswered = first !== undefined && table.isBillableIn(first, set);
  const lacking = isAnswered ? whole : nearestMarks(parts, counts, table);
  const best = isAnswered ? ranked : rankMarks(table, { set, limit, isKept, parts, marks, lacking });
  const codes = best.indexes();
  const missing = codes.map((index) => typedWithout(parts, marks[index] ?? 0));
  const total = [...lacking.keys()].reduce((sum, mark) => sum + (counts.get(mark) ?? 0), 0);
  return { codes, missing, total };
}

interface Ranking {
  readonly set: number;
  readonly limit: number;
  readonly isKept: (index: number) => boolean;
  readonly parts: readonly Part[];
  readonly marks: Uint32Array;
  /** The marks that are an answer, and what they cost. */
  readonly lacking: ReadonlyMap<number, number>;
}

function rankMarks(table: CodeTable, { set, limit, isKept, parts, marks, lacking }: Ranking): BestCodes {
  const isWhole = lacking.has(2 ** parts.length - 1);
  const isNoneMissing = isWhole && lacking.size === 1;
  const leastOfParts = isNoneMissing ? parts.reduce((sum, part) => sum + leastScoreOf(part), 0) : 0;
  const best = new BestCodes(limit);
  if (lacking.size === 0) return best;
  const { byHandicap } = table;
  const without = withoutOf(parts, table);
  const [causesFrom, causesEnd] = isWhole ? [0, 0] : rangeOfCauses(table);
  for (let at = 0; at < byHandicap.length; at += 1) {
    const index = byHandicap[at] ?? 0;
    const handicap = (table.arrays.handicap[index] ?? 0) + leastOfParts;
    // In the order of the handicap, nothing better follows.
    if (!best.takes(-1, handicap)) break;
    const mark = marks[index] ?? 0;
    const lack = mark === 0 ? undefined : lacking.get(mark);
    if (lack === undefined) continue;
    const penalty =
      (table.isBillableIn(index, set) ? 0 : headerPenalty) +
      (index >= causesFrom && index < causesEnd ? causePenalty : 0);
    const least = handicap + lack + penalty;
    if (!best.takes(index, least) || !isKept(index)) continue;
    const score = parts.reduce((sum, part) => sum + (scoreOfPart(table, index, part, without) ?? 0), 0);
    best.offer(index, least - leastOfParts + score);
  }
  return best;
}

function rangeOfCauses(table: CodeTable): readonly [number, number] {
  if (table.system === "ICD-9-CM") return table.rangeOf("E");
  return [table.rangeOf("V")[0], table.rangeOf("Y")[1]];
}

function typedWithout(parts: readonly Part[], mark: number): string[] {
  return parts.filter((_, at) => (mark & (2 ** at)) === 0).map(({ typed }) => typed);
}
