import text from "./field-words.txt?raw";
import { emptyWords, wordsOf } from "./words-of-text.ts";

/** What a spelling of the field stands for: one or more ways to say it, each a list of words. */
export type FieldWords = readonly (readonly string[])[];

const longestPhrase = 4;

function readTable(): ReadonlyMap<string, FieldWords> {
  const table = new Map<string, FieldWords>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [spellings = "", meanings = ""] = line.split(":");
    const ways = meanings.split("|").map((way) => askedWords(way));
    for (const spelling of spellings.split(",")) table.set(askedWords(spelling).join(" "), ways);
  }
  return table;
}

/** The words of a question that count; hyphenated words stand for their parts alone. */
export function askedWords(question: string): string[] {
  const words = wordsOf(question.replaceAll("-", " "));
  const telling = words.filter((word) => !emptyWords.has(word));
  return telling.length > 0 ? telling : words;
}

const table = readTable();

/** Spellings that may be meant while their last word is still being typed. */
const phrases = [...table.keys()].filter((spelling) => spelling.includes(" "));

/** The longest spelling that the words begin with, and how many words it takes. */
export function fieldWordsAt(words: readonly string[]): { taken: number; ways: FieldWords } | undefined {
  for (let taken = Math.min(longestPhrase, words.length); taken > 0; taken -= 1) {
    const spelling = words.slice(0, taken).join(" ");
    const ways = table.get(spelling);
    if (ways) return { taken, ways };
    const isLast = taken === words.length && taken > 1 && (words[taken - 1]?.length ?? 0) >= 3;
    const begun = isLast ? phrases.find((phrase) => phrase.startsWith(spelling)) : undefined;
    if (begun !== undefined && begun.split(" ").length === taken) {
      return { taken, ways: table.get(begun) ?? [] };
    }
  }
  return undefined;
}
