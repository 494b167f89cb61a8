import text from "./field-words.txt?raw";
import { askedWords } from "./words-of-text.ts";

/** One way to say what is meant: a list of words. The first way is the likeliest. */
export type FieldWays = readonly (readonly string[])[];

interface Spelling {
  readonly words: readonly string[];
  readonly ways: FieldWays;
}

function readTable(): Spelling[] {
  const table: Spelling[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [spellings = "", meanings = ""] = line.split(":");
    const ways = meanings.split("|").map((way) => askedWords(way));
    for (const spelling of spellings.split(",")) table.push({ words: askedWords(spelling), ways });
  }
  return table;
}

const table = readTable();
const single = new Map(
  table.flatMap(({ words: [word = "", ...more], ways }) => (more.length === 0 ? [[word, ways]] : [])),
);
/** Spellings of several words, the longest first. */
const phrases = table
  .filter(({ words }) => words.length > 1)
  .toSorted((a, b) => b.words.length - a.words.length);

/** Every word that a spelling has: not to be corrected. */
export const fieldVocabulary: ReadonlySet<string> = new Set(table.flatMap(({ words }) => words));

/** What one word stands for. */
export function waysOfWord(word: string): FieldWays | undefined {
  return single.get(word);
}

export interface FoundPhrase {
  /** The places of its words in the question. */
  readonly places: readonly number[];
  readonly ways: FieldWays;
}

/**
 * The spellings of several words that a question has, in any order, longest first, no word in two of them. Its last
 * word may still be being typed.
 */
export function phrasesIn(words: readonly (readonly string[])[]): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  const taken = new Set<number>();
  const last = words.at(-1)?.[0] ?? "";
  const placeOf = (wanted: string) => {
    const whole = words.findIndex((forms, at) => !taken.has(at) && forms.includes(wanted));
    if (whole !== -1) return whole;
    const isBegun = last.length >= 3 && wanted.startsWith(last) && !taken.has(words.length - 1);
    return isBegun ? words.length - 1 : -1;
  };
  for (const phrase of phrases) {
    if (phrase.words.length > words.length - taken.size) continue;
    const places = phrase.words.map(placeOf);
    if (places.includes(-1) || new Set(places).size < places.length) continue;
    for (const place of places) taken.add(place);
    found.push({ places, ways: phrase.ways });
  }
  return found;
}
