import { queryWords } from "./words-of-text.ts";

/** One meaning, as a list of words. The first meaning is the likeliest. */
export type FieldWays = readonly (readonly string[])[];

export interface Spelling {
  /** In the singular; "@thing" stands for any word of that class. */
  readonly words: readonly string[];
  readonly ways: FieldWays;
}

export interface FieldWords {
  readonly spellings: readonly Spelling[];
  /** By word: its classes. */
  readonly classes: ReadonlyMap<string, readonly string[]>;
  /** Words that say little about a visit. */
  readonly smallWords: ReadonlySet<string>;
  /** Parts of the body, sides, and other words common to many conditions. */
  readonly bodyWords: ReadonlySet<string>;
  /** Services whose codes only CPT has: the words of each. */
  readonly services: readonly (readonly string[])[];
  /** What only says how an injury happened, words of a phrase joined by spaces. */
  readonly causes: ReadonlySet<string>;
  /** Every word of the above, in the singular and as written. */
  readonly vocabulary: ReadonlySet<string>;
}

/** Parses the list of the field's words; the header of the list explains its lines. */
export function readFieldWords(text: string): FieldWords {
  const spellings = new Map<string, Spelling>();
  const classes = new Map<string, string[]>();
  const small = new Set<string>();
  const body = new Set<string>();
  const causes = new Set<string>();
  const services: string[][] = [];
  const vocabulary = new Set<string>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [left = "", right = ""] = line.split(":");
    if (left === "?" || left === "~") {
      for (const word of singularWordsOf(right)) (left === "?" ? small : body).add(word);
      for (const word of queryWords(right)) vocabulary.add(word);
    } else if (left === "!" || left === "cpt") {
      for (const phrase of right.split(",")) {
        const words = singularWordsOf(phrase);
        const key = words.join(" ");
        if (left === "!") causes.add(key);
        else services.push(words);
        for (const word of [...words, ...queryWords(phrase)]) vocabulary.add(word);
        if (words.length > 1 && !spellings.has(key)) spellings.set(key, { words, ways: [] });
      }
    } else if (/^@\w+$/.test(left)) {
      for (const word of singularWordsOf(right)) classes.set(word, [...(classes.get(word) ?? []), left]);
    } else {
      const ways = right.split("|").map((way) => queryWords(way));
      for (const spelling of left.split(",")) {
        const words = wordsOfSpelling(spelling);
        for (const word of [...words, ...queryWords(spelling.replace("@", ""))]) vocabulary.add(word);
        const key = words.join(" ");
        spellings.set(key, { words, ways: merged(spellings.get(key)?.ways ?? [], ways) });
      }
    }
  }
  for (const word of [...classes.keys(), ...small, ...body]) vocabulary.add(word);
  return {
    spellings: [...spellings.values()],
    classes,
    smallWords: small,
    bodyWords: body,
    causes,
    services,
    vocabulary,
  };
}

function merged(ways: FieldWays, more: FieldWays): FieldWays {
  const known = new Set(ways.map((words) => words.join(" ")));
  return [...ways, ...more.filter((words) => !known.has(words.join(" ")))];
}

function wordsOfSpelling(spelling: string): string[] {
  const [name] = /@\w+/.exec(spelling) ?? [];
  const words = singularWordsOf(spelling.replace(/@\w+/, ""));
  return name === undefined ? words : [name, ...words];
}

function singularWordsOf(text: string): string[] {
  return queryWords(text).map(singularOf);
}

/** Singular and plural are treated alike: "stools" is "stool". */
export function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:[sx]|[cs]h)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
