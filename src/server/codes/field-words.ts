import text from "./field-words.txt?raw";
import {
  type FieldWays,
  type FieldWords,
  readFieldWords,
  singularOf,
  type Spelling,
} from "./read-field-words.ts";

interface Field extends Omit<FieldWords, "spellings"> {
  /** Spellings of one word, by word. */
  readonly single: ReadonlyMap<string, FieldWays>;
  /** Spellings of several words, the longest first. */
  readonly phrases: readonly Spelling[];
}

let known: Field | undefined;

/** Read by the first search: a server that starts is not to wait for it. */
function field(): Field {
  known ??= fieldOf(readFieldWords(text));
  return known;
}

function fieldOf({ spellings, ...words }: FieldWords): Field {
  const single = new Map(
    spellings.flatMap(({ words: [word = "", ...more], ways }) => (more.length === 0 ? [[word, ways]] : [])),
  );
  const phrases = spellings
    .filter((spelling) => spelling.words.length > 1)
    .toSorted((a, b) => b.words.length - a.words.length);
  return { ...words, single, phrases };
}

/** Every word of the field: not to be corrected. */
export function fieldVocabulary(): ReadonlySet<string> {
  return field().vocabulary;
}

/** What one word stands for. */
export function waysOfWord(word: string): FieldWays | undefined {
  return field().single.get(singularOf(word));
}

export function classesOfWord(word: string): readonly string[] {
  return field().classes.get(singularOf(word)) ?? [];
}

/** How much is missing where no code has the word: next to nothing for "since", less for a part of the body. */
export function worthOfWord(word: string): number {
  const { smallWords, bodyWords } = field();
  const plain = singularOf(word);
  return smallWords.has(plain) ? 0.25 : bodyWords.has(plain) ? 0.7 : 1;
}

export interface FoundPhrase {
  /** The places of its words in the question. */
  readonly places: readonly number[];
  readonly ways: FieldWays;
}

/**
 * The spellings of several words that a question has, in any order, longest first, no word in two of them. Its last
 * word, given as it was typed, may have only begun. The words come in the singular, each with what else it may be.
 */
export function phrasesIn(words: readonly (readonly string[])[], last: string): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  const taken = new Set<number>();
  const isBeingTyped = last.length >= 3 && !fieldVocabulary().has(last);
  const placeOf = (wanted: string) => {
    const whole = words.findIndex((forms, at) => !taken.has(at) && forms.includes(wanted));
    if (whole !== -1) return whole;
    const isBegun = isBeingTyped && wanted.startsWith(last) && !taken.has(words.length - 1);
    return isBegun ? words.length - 1 : -1;
  };
  const asked = new Set(words.flat());
  const isThere = (wanted: string) => asked.has(wanted) || (isBeingTyped && wanted.startsWith(last));
  for (const phrase of field().phrases) {
    if (phrase.words.length > words.length - taken.size || !phrase.words.every(isThere)) continue;
    const places = phrase.words.map(placeOf);
    if (places.includes(-1) || new Set(places).size < places.length) continue;
    for (const place of places) taken.add(place);
    found.push({ places, ways: phrase.ways });
  }
  return found;
}
