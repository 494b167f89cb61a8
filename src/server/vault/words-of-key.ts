import type { DataKey } from "./data-key.ts";

/** Prefixes of up to this many letters are stored; a longer word counts only with its first ones. */
const longestPrefix = 12;
const tokenLength = 22;

/** The prefix of all tokens under a key; a word in the clear never has it. */
export function tokensBegin(keyId: number): string {
  return keyId === 0 ? "~" : `~${keyId}~`;
}

function token(key: DataKey, beginning: string): string {
  return tokensBegin(key.keyId) + key.mark("word", beginning).slice(0, tokenLength);
}

/**
 * The stored forms of a word, to be found by its beginning: the word itself or, under a key, a token of each prefix.
 */
export function keptWords(key: DataKey | undefined, words: readonly string[]): readonly string[] {
  if (key === undefined) return words;
  const beginnings = new Set<string>();
  for (const word of words) {
    const letters = [...word].slice(0, longestPrefix);
    for (let length = 1; length <= letters.length; length += 1)
      beginnings.add(letters.slice(0, length).join(""));
  }
  return [...beginnings].map((beginning) => token(key, beginning));
}

/**
 * The stored form of the words with a beginning, under a key. Long ones are only distinguished by their first letters.
 */
export function tokenOfBeginning(key: DataKey, beginning: string): string {
  return token(key, [...beginning].slice(0, longestPrefix).join(""));
}
