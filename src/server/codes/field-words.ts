import text from "./field-words.txt?raw";
import {
  type FieldWays,
  type FieldWords,
  readFieldWords,
  singularOf,
  type Spelling,
} from "./read-field-words.ts";

interface Field extends Omit<FieldWords, "spellings"> {
  /** Single-word spellings, by word. */
  readonly single: ReadonlyMap<string, FieldWays>;
  /** Multi-word spellings, longest first. */
  readonly phrases: readonly Spelling[];
}

let known: Field | undefined;

/** Read by the first search, so as not to delay the start of the server. */
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

/** Every word of the field, none of which should be corrected. */
export function fieldVocabulary(): ReadonlySet<string> {
  return field().vocabulary;
}

/** The meanings of a single word. */
export function waysOfWord(word: string): FieldWays | undefined {
  return field().single.get(singularOf(word));
}

export function classesOfWord(word: string): readonly string[] {
  return field().classes.get(singularOf(word)) ?? [];
}

/** How much a missing word costs: almost nothing for "since", less than usual for a part of the body. */
export function worthOfWord(word: string): number {
  const { smallWords, bodyWords } = field();
  const plain = singularOf(word);
  return smallWords.has(plain) ? 0.25 : bodyWords.has(plain) ? 0.7 : 1;
}

export interface FoundPhrase {
  /** The positions of its words in the question. */
  readonly places: readonly number[];
  readonly ways: FieldWays;
}

/**
 * The multi-word spellings in a question, with words in any order, longest first, and no word in two of them. The last
 * word, given as typed, may be incomplete. The words are in the singular, each with its alternatives.
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
  const queried = new Set(words.flat());
  const isThere = (wanted: string) => queried.has(wanted) || (isBeingTyped && wanted.startsWith(last));
  for (const phrase of field().phrases) {
    if (phrase.words.length > words.length - taken.size || !phrase.words.every(isThere)) continue;
    const places = phrase.words.map(placeOf);
    if (places.includes(-1) || new Set(places).size < places.length) continue;
    for (const place of places) taken.add(place);
    found.push({ places, ways: phrase.ways });
  }
  return found;
}
