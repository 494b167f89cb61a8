import type { CodeTable } from "./code-table.ts";
import {
  type Field,
  isBodyWord,
  isCause,
  smallWorth,
  classesOfWord,
  fieldOf,
  phrasesIn,
  waysOfWord,
  worthOfWord,
} from "./field-words.ts";
import { type Part, waysOf } from "./question-part.ts";
import { type FieldWays, singularOf } from "./read-field-words.ts";
import { formsOf, isWord } from "./word-forms.ts";
import { queryWords } from "./words-of-text.ts";

/** What a cause and a part of the body mean together: "hammer thumb". */
const impliedInjury: FieldWays = [["contusion"], ["burn"], ["injury"]];

/** A part with its place in the question and its words as the field has them. */
interface PlacedPart {
  readonly at: number;
  readonly part: Part;
  readonly words: readonly string[];
}

/**
 * In the order of the question. "Burned hand on stove" asks for the burn, so that the stove counts little; only alone
 * is a cause what is asked for. With nothing but a part of the body, it implies an injury.
 */
function withCausesAside(parts: readonly PlacedPart[], table: CodeTable, field: Field): Part[] {
  const sorted = parts.toSorted((a, b) => a.at - b.at);
  const isAside = ({ words }: PlacedPart) => isCause(words, field);
  const told = sorted.filter((one) => !isAside(one) && one.part.worth > smallWorth);
  if (told.length === 0 || !sorted.some(isAside)) return sorted.map(({ part }) => part);
  const aside = sorted.map((one) =>
    isAside(one) ? { ...one.part, worth: smallWorth, isCause: true } : one.part,
  );
  const isPlaceOnly = told.every(({ words }) => words.every((word) => isBodyWord(word, field)));
  if (!isPlaceOnly) return aside;
  return [...aside, { typed: "", worth: smallWorth, ways: waysOf(impliedInjury, [], table) }];
}

/** One bit of a number for each part. */
const maxParts = 31;
const otherFormPenalty = 8;
const phraseWorth = 1.5;

/**
 * The parts of a question in the order of their first words, each with its alternatives. `isWhole`: a word that could
 * be incomplete is taken as complete, possibly misspelled.
 */
export function partsOf(question: string, table: CodeTable, isWhole = false): Part[] {
  const field = fieldOf(table.system);
  const words = joined(queryWords(question), table, field);
  const forms = words
    .map((one, at) => {
      const reading = { isLast: at === words.length - 1, isWhole };
      return { ...one, forms: formsOf(one.word, reading, table) };
    })
    // Two words typed as one count as two.
    .flatMap(({ word, typed, forms: [first = word, ...more] }) =>
      first.includes(" ")
        ? first.split(" ").map((half) => ({ word: half, typed: half, forms: [half] }))
        : [{ word, typed, forms: [first, ...more] }],
    );
  const phrases = phrasesIn(
    forms.map((one) => one.forms.flatMap((form) => spellingsOf(form, field))),
    forms.at(-1)?.forms[0] ?? "",
    field,
  );
  const parts: PlacedPart[] = phrases.map(({ places, spelling }) => {
    const literal = places.map((place) => forms[place]?.forms[0] ?? "");
    const typed = places.toSorted((a, b) => a - b).map((place) => forms[place]?.typed ?? "");
    const worth = Math.max(...literal.map((word) => worthOfWord(word, field))) * phraseWorth;
    const part = { typed: typed.join(" "), worth, ways: waysOf(spelling.ways, literal, table) };
    return { at: Math.min(...places), part, words: spelling.words };
  });
  const taken = new Set(phrases.flatMap(({ places }) => places));
  const seen = new Set<string>();
  for (const [at, { word, typed, forms: own }] of forms.entries()) {
    if (taken.has(at) || seen.has(word)) continue;
    seen.add(word);
    const ways = own.flatMap((form, place) =>
      waysOf(waysOfWord(form, field) ?? [], [form], table).map((way) => ({
        ...way,
        penalty: way.penalty + place * otherFormPenalty,
      })),
    );
    const worth = Math.min(...own.map((form) => worthOfWord(form, field)));
    parts.push({ at, part: { typed, worth, ways }, words: [own[0] ?? word] });
  }
  return (
    withCausesAside(parts, table, field)
      // A single letter at the end: the beginning of the next word.
      .filter(({ typed, ways }, at, all) => ways.length > 0 || typed.length > 1 || at < all.length - 1)
      .slice(0, maxParts)
  );
}

/** "gall stones", "whip lash": one word typed as two, if only the single word is known. */
function joined(words: readonly string[], table: CodeTable, field: Field): { word: string; typed: string }[] {
  const found: { word: string; typed: string }[] = [];
  for (const word of words) {
    const last = found.at(-1)?.word ?? "";
    const both = last + word;
    const isOne =
      Math.min(last.length, word.length) >= 3 &&
      (waysOfWord(both, field) !== undefined ||
        (isWord(both, table) && !(isWord(last, table) && isWord(word, table))));
    if (isOne) found.pop();
    found.push(isOne ? { word: both, typed: `${last} ${word}` } : { word, typed: word });
  }
  return found;
}

/** A word, the single word that it stands for ("fx ankle" gets the phrases of "ankle fracture"), and its classes. */
function spellingsOf(form: string, field: Field): string[] {
  const [[meant = form, ...more] = []] = waysOfWord(form, field) ?? [];
  return [form, ...(more.length === 0 ? [meant] : [])].map(singularOf).concat(classesOfWord(form, field));
}
