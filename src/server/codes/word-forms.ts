import type { CodeTable } from "./code-table.ts";
import { fieldVocabulary } from "./field-words.ts";
import { singularOf } from "./read-field-words.ts";
import { soundOf } from "./sounds.ts";
import { distanceTo, mostEdits } from "./spelling.ts";
import { exactRangeOf, rangeOf } from "./word-ranges.ts";

const mostForms = 3;
const mostKept = 5000;
/** Shorter beginnings than this are no words. */
const shortestBeginning = 4;
const shortestStem = 4;
const shortestHalf = 3;
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
 * else what it was bent or misspelt from, or what it shares with a word of the titles.
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
  if (isWord(word, table)) return true;
  if (!isLast && word.length < shortestBeginning) return false;
  return rangeOf(word, table) !== undefined;
}

export function isWord(word: string, table: CodeTable): boolean {
  return fieldVocabulary.has(singularOf(word)) || exactRangeOf(word, table) !== undefined;
}

function corrected(word: string, table: CodeTable): readonly string[] {
  const unbent = unbentFormsOf(word).find((form) => form.length >= shortestHalf && isWord(form, table));
  if (unbent !== undefined) return [unbent];
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

/** "burned", "stubbed", "scraping": what a verb was before it was bent. */
function unbentFormsOf(word: string): string[] {
  const [, stem = "", ending = ""] = /^(.+?)(ed|ing)$/.exec(word) ?? [];
  if (ending === "") return [];
  const undoubled = /(.)\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  return [stem, `${stem}e`, ...undoubled];
}

interface Candidate {
  readonly word: string;
  readonly cost: number;
}

function nearest(word: string, table: CodeTable): string[] {
  if (word.length < shortestBeginning || /\d/.test(word)) return [];
  const most = mostEdits(word.length);
  const sound = soundOf(word);
  const candidates: Candidate[] = [];
  const offer = (other: string, otherSound: string, rarity: number) => {
    const isAlike = otherSound === sound;
    const allowed = isAlike ? Math.max(most + 1, 2) : most;
    const distance = allowed > 0 ? distanceTo(word, other, allowed) : undefined;
    if (!distance || (distance.edits > most && distance.rest > 0)) return;
    // The fewest edits first, one less for the same sound; then a whole word, the same first letter, what is common.
    const isOtherFirst = other[0] !== word[0];
    const cost =
      (distance.edits - (isAlike ? 1 : 0)) * 100 +
      Math.min(distance.rest, 4) * 12 +
      (isOtherFirst ? 30 : 0) +
      rarity;
    candidates.push({ word: distance.rest > 0 ? other.slice(0, other.length - distance.rest) : other, cost });
  };
  for (const [other, otherSound] of fieldSounds) offer(other, otherSound, 5);
  const sounds = soundsOf(table);
  for (const [place, other] of table.words.entries())
    if (other.length >= shortestBeginning) offer(other, sounds[place] ?? "", rarityOf(place, table));
  const sorted = candidates.toSorted((a, b) => a.cost - b.cost);
  const [best] = sorted;
  const near = sorted.filter(({ cost }) => best !== undefined && cost <= best.cost + 20);
  return [...new Set(near.map((one) => one.word))].slice(0, mostForms);
}

const fieldSounds = [...fieldVocabulary]
  .filter((word) => word.length >= shortestBeginning)
  .map((word) => [word, soundOf(word)] as const);
const keptSounds = new WeakMap<CodeTable, readonly string[]>();

function soundsOf(table: CodeTable): readonly string[] {
  const sounds = keptSounds.get(table) ?? table.words.map(soundOf);
  keptSounds.set(table, sounds);
  return sounds;
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
  for (let at = shortestHalf; at <= word.length - shortestHalf; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (isWord(head, table) && isWord(tail, table)) return `${head} ${tail}`;
  }
  return undefined;
}
