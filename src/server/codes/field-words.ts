import text from "./field-words.txt?raw";
import procedureText from "./procedures/procedure-words.txt?raw";
import type { TableSystem } from "./code-table.ts";
import {
  type FieldWays,
  type FieldWords,
  readFieldWords,
  singularOf,
  type Spelling,
} from "./read-field-words.ts";

export interface Field extends Omit<FieldWords, "spellings"> {
  /** Single-word spellings, by word. */
  readonly single: ReadonlyMap<string, FieldWays>;
  /** Multi-word spellings, longest first. */
  readonly phrases: readonly Spelling[];
}

const known = new Map<string, Field>();

/** The words in which procedures, or diagnoses, are asked for. Read by the first search, so as not to delay the start. */
export function fieldOf(system: TableSystem): Field {
  const words = system === "HCPCS" ? procedureText : text;
  const field = known.get(words) ?? sortedField(readFieldWords(words));
  known.set(words, field);
  return field;
}

function sortedField({ spellings, ...words }: FieldWords): Field {
  const single = new Map(
    spellings.flatMap(({ words: [word = "", ...more], ways }) => (more.length === 0 ? [[word, ways]] : [])),
  );
  const { causes } = words;
  // "Broken glass" is no fracture: of equally long ones a cause comes first.
  const lengthOf = (spelling: Spelling) =>
    spelling.words.length + (causes.has(spelling.words.join(" ")) ? 0.5 : 0);
  const phrases = spellings
    .filter((spelling) => spelling.words.length > 1)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return { ...words, single, phrases };
}

export function waysOfWord(word: string, { single }: Field): FieldWays | undefined {
  return single.get(singularOf(word));
}

export function classesOfWord(word: string, { classes }: Field): readonly string[] {
  return classes.get(singularOf(word)) ?? [];
}

export function isBodyWord(word: string, { bodyWords }: Field): boolean {
  return bodyWords.has(singularOf(word));
}

/** True for words that only say how it happened: "stove", "curling iron". */
export function isCause(words: readonly string[], { causes }: Field): boolean {
  const plain = words.map(singularOf);
  return causes.has(plain.join(" ")) || plain.every((word) => causes.has(word));
}

/** True for a word of diagnoses when procedures are asked for, or the other way round: no misspelling of one of theirs. */
export function isOfOtherField(word: string, system: TableSystem): boolean {
  const other = fieldOf(system === "HCPCS" ? "ICD-10-CM" : "HCPCS");
  return other.vocabulary.has(singularOf(word));
}

export const smallWorth = 0.25;

/** How much a missing word costs: almost nothing for "since", less than usual for a part of the body. */
export function worthOfWord(word: string, field: Field): number {
  return field.smallWords.has(singularOf(word)) ? smallWorth : isBodyWord(word, field) ? 0.7 : 1;
}

export interface FoundPhrase {
  /** The positions of its words in the question. */
  readonly places: readonly number[];
  readonly spelling: Spelling;
}

/**
 * The multi-word spellings in a question, with words in any order, longest first, and no word in two of them. The last
 * word, given as typed, may be incomplete. The words are in the singular, each with its alternatives.
 */
export function phrasesIn(
  words: readonly (readonly string[])[],
  last: string,
  { phrases, vocabulary }: Field,
): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  const taken = new Set<number>();
  const isBeingTyped = last.length >= 3 && !vocabulary.has(last);
  const placeOf = (wanted: string) => {
    const whole = words.findIndex((forms, at) => !taken.has(at) && forms.includes(wanted));
    if (whole !== -1) return whole;
    const isBegun = isBeingTyped && wanted.startsWith(last) && !taken.has(words.length - 1);
    return isBegun ? words.length - 1 : -1;
  };
  const queried = new Set(words.flat());
  const isThere = (wanted: string) => queried.has(wanted) || (isBeingTyped && wanted.startsWith(last));
  for (const phrase of phrases) {
    if (phrase.words.length > words.length - taken.size || !phrase.words.every(isThere)) continue;
    const places = phrase.words.map(placeOf);
    if (places.includes(-1) || new Set(places).size < places.length) continue;
    for (const place of places) taken.add(place);
    found.push({ places, spelling: phrase });
  }
  return found;
}
