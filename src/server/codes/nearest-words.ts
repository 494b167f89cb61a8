import { onceFor } from "#room/signals/once-for.ts";
import type { CodeTable } from "./code-table.ts";
import { type Field, fieldOf } from "./field-words.ts";
import { distanceTo, lettersOf, maxEdits, otherLetters } from "./spelling.ts";

const vowels = "aeiouy";
const soft = "eiy";

/** Letter groups that sound like others, anywhere in a word; longest first. */
const groups: Readonly<Record<string, string>> = {
  tch: "k",
  sch: "k",
  ph: "f",
  ch: "k",
  ck: "k",
  cz: "ks",
};
const letters: Readonly<Record<string, string>> = { q: "k", x: "ks", z: "s", c: "k" };
/** Letters that are silent before the one that follows. */
const silentBegin = /^(?:[gkpm]n|ps|wr)/;

/**
 * A word's approximate sound: words with the same sound are often confused ("eksema", "hemroids"). Computed letter by
 * letter, since the first misspelled word of a table needs the sounds of all its words.
 */
export function soundOf(word: string): string {
  let sound = "";
  let at = silentBegin.test(word) ? 1 : 0;
  while (at < word.length) {
    const [spoken, length] = soundAt(word, at, sound === "");
    for (const letter of spoken) if (!sound.endsWith(letter)) sound += letter;
    at += length;
  }
  return sound;
}

function soundAt(word: string, at: number, isFirst: boolean): readonly [string, number] {
  const letter = word.charAt(at);
  if (vowels.includes(letter)) return [isFirst ? "A" : "", 1];
  if (letter === "h" || letter === "w") return [isFirst ? letter : "", 1];
  const next = word.charAt(at + 1);
  const after = word.charAt(at + 2);
  if (letter === "g" && next === "h" && !(after !== "" && vowels.includes(after))) return ["", 2];
  const isSoftAfter = after !== "" && soft.includes(after);
  if (letter === "d" && next === "g" && isSoftAfter) return ["j", 2];
  if (letter === "c" && next === "c" && isSoftAfter) return ["ks", 2];
  const three = groups[letter + next + after];
  if (three !== undefined && after !== "") return [three, 3];
  const two = groups[letter + next];
  if (two !== undefined && next !== "") return [two, 2];
  const isSoft = next !== "" && soft.includes(next);
  if (letter === "c" && isSoft) return ["s", 1];
  if (letter === "g" && isSoft) return ["j", 1];
  return [letters[letter] ?? letter, 1];
}

const maxForms = 3;
/** Shorter words are neither corrected nor suggested. */
const shortest = 4;
const shortestMeant = 3;
/** The weight of a word of the field, on the scale of title words. */
const fieldRarity = 5;

interface WordList {
  readonly words: readonly string[];
  /** By word: a bit set of its letters. */
  readonly letters: Uint32Array;
  /** By index: 0 for a word of everyday codes, up to 25. */
  readonly rarityAt: (place: number) => number;
  /** Titles match by the beginnings of their words; words of the field match as a whole. */
  readonly isCut: boolean;
}

interface Candidate {
  readonly word: string;
  readonly cost: number;
}

/** The words of the field and of the titles that are closest to a misspelled word, most likely first. */
export function nearestWords(typed: string, table: CodeTable): string[] {
  if (typed.length < shortest || /\d/.test(typed)) return [];
  const candidates = [listOfField(fieldOf(table.system)), listOf(table)].flatMap((list) =>
    candidatesIn(list, typed),
  );
  const sorted = candidates.toSorted((a, b) => a.cost - b.cost);
  const [best] = sorted;
  const near = sorted.filter(({ cost }) => best !== undefined && cost <= best.cost + 20);
  return [...new Set(near.map((one) => one.word))].slice(0, maxForms);
}

function candidatesIn({ words, letters, rarityAt, isCut }: WordList, typed: string): Candidate[] {
  const most = maxEdits(typed.length);
  // A larger limit for words that sound alike.
  const mostAlike = typed.length < 6 ? 2 : 3;
  const typedLetters = lettersOf(typed);
  const sound = soundOf(typed);
  const candidates: Candidate[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? "";
    if (word.length < shortestMeant) continue;
    // A match by sound alone must be a whole word.
    const allowed = Math.abs(word.length - typed.length) <= mostAlike ? mostAlike : most;
    // An edit adds at most one new letter, so most words need no closer look.
    if (otherLetters(typedLetters, letters[place] ?? 0) > allowed) continue;
    const distance = distanceTo(typed, word, allowed);
    if (!distance) continue;
    const isAlike = soundOf(word) === sound;
    const isNear = distance.edits <= most && most > 0;
    if (!isNear && !(isAlike && (distance.edits <= most || distance.rest === 0))) continue;
    // Fewest edits first, one fewer for the same sound; then whole words, the same first letter, common words.
    const cost =
      (distance.edits - (isAlike ? 1 : 0)) * 100 +
      Math.min(distance.rest, 4) * 12 +
      (word[0] === typed[0] ? 0 : 30) +
      rarityAt(place);
    candidates.push({ word: isCut ? word.slice(0, word.length - distance.rest) : word, cost });
  }
  return candidates;
}

const lettersOfAll = (words: readonly string[]) => Uint32Array.from(words, lettersOf);

const listOfField = onceFor((field: Field): WordList => {
  const words = [...field.vocabulary];
  return { words, letters: lettersOfAll(words), rarityAt: () => fieldRarity, isCut: false };
});

const listOf = onceFor((table: CodeTable): WordList => {
  const { words } = table;
  return { words, letters: lettersOfAll(words), rarityAt: (place) => rarityOf(place, table), isCut: true };
});

function rarityOf(place: number, { arrays }: CodeTable): number {
  const from = arrays.postingStarts[place] ?? 0;
  const to = arrays.postingStarts[place + 1] ?? 0;
  let least = 255;
  for (let at = from; at < Math.min(to, from + 400); at += 1)
    least = Math.min(least, arrays.rankPenalty[arrays.postings[at] ?? 0] ?? 255);
  return Math.floor(least / 10);
}
