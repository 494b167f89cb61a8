import type { CodeTable } from "./code-table.ts";
import { fieldVocabulary } from "./field-words.ts";
import { distanceTo, mostEdits } from "./spelling.ts";
import { exactRangeOf, rangeOf } from "./word-ranges.ts";

const mostForms = 3;
const mostKept = 5000;
/** Shorter beginnings than this are no words. */
const shortestBeginning = 4;
const shortestStem = 4;
const endings = [
  "iness",
  "ation",
  "ions",
  "ness",
  "ally",
  "ing",
  "ion",
  "ful",
  "ity",
  "ed",
  "er",
  "al",
  "ic",
  "ly",
  "y",
  "e",
  "d",
];
const kept = new WeakMap<CodeTable, Map<string, readonly string[]>>();

/**
 * The words that a typed word may stand for: itself, where the titles or the field have it or it begins one of theirs;
 * else what it was misspelt from, or what it shares with a word of the titles.
 */
export function formsOf(word: string, isLast: boolean, table: CodeTable): readonly string[] {
  if (isKnown(word, isLast, table)) return [word];
  const known = kept.get(table) ?? new Map<string, readonly string[]>();
  kept.set(table, known);
  const found = known.get(word) ?? corrected(word, table);
  if (known.size >= mostKept) known.clear();
  known.set(word, found);
  return found;
}

function isKnown(word: string, isLast: boolean, table: CodeTable): boolean {
  if (fieldVocabulary.has(word) || exactRangeOf(word, table)) return true;
  if (!isLast && word.length < shortestBeginning) return false;
  return rangeOf(word, table) !== undefined;
}

function corrected(word: string, table: CodeTable): readonly string[] {
  const misspelt = nearest(word, table);
  if (misspelt.length > 0) return misspelt;
  const halves = halvesOf(word, table);
  if (halves) return [halves];
  const stem = endings
    .filter((ending) => word.endsWith(ending) && word.length - ending.length >= shortestStem)
    .map((ending) => word.slice(0, -ending.length))
    .find((form) => rangeOf(form, table) !== undefined);
  return [stem ?? word];
}

interface Candidate {
  readonly word: string;
  readonly cost: number;
}

function nearest(word: string, table: CodeTable): string[] {
  const most = mostEdits(word.length);
  if (most === 0 || /\d/.test(word)) return [];
  const candidates: Candidate[] = [];
  const offer = (other: string, rarity: number) => {
    const distance = distanceTo(word, other, most);
    if (!distance) return;
    const isOtherFirst = other[0] !== word[0];
    // The fewest edits first; then a whole word, the same first letter, and what is seen more often.
    const cost = distance.edits * 100 + Math.min(distance.rest, 4) * 12 + (isOtherFirst ? 30 : 0) + rarity;
    candidates.push({ word: distance.rest > 0 ? other.slice(0, other.length - distance.rest) : other, cost });
  };
  for (const other of fieldVocabulary) if (other.length >= 4) offer(other, 5);
  for (const [place, other] of table.words.entries())
    if (other.length >= 4) offer(other, rarityOf(place, table));
  const sorted = candidates.toSorted((a, b) => a.cost - b.cost);
  const [best] = sorted;
  const near = sorted.filter(({ cost }) => best !== undefined && cost <= best.cost + 20);
  return [...new Set(near.map((one) => one.word))].slice(0, mostForms);
}

/** 0 for a word of everyday codes, to 25. */
function rarityOf(place: number, { arrays }: CodeTable): number {
  const from = arrays.postingStarts[place] ?? 0;
  const to = arrays.postingStarts[place + 1] ?? 0;
  let least = 255;
  for (let at = from; at < Math.min(to, from + 400); at += 1)
    least = Math.min(least, arrays.handicap[arrays.postings[at] ?? 0] ?? 255);
  return Math.floor(least / 10);
}

/** "kneepain": two words without their blank. */
function halvesOf(word: string, table: CodeTable): string | undefined {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    const isWord = (half: string) => fieldVocabulary.has(half) || exactRangeOf(half, table) !== undefined;
    if (isWord(head) && isWord(tail)) return `${head} ${tail}`;
  }
  return undefined;
}
