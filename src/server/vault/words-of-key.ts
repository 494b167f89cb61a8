import type { DataKey } from "./data-key.ts";

/** A word's beginnings up to this many letters are kept, and the whole of a longer one stands for its first so many. */
const longestPrefix = 12;
const tokenLength = 22;

/** What all tokens under a key begin with; a word in the clear never does. */
export function tokensBegin(keyId: number): string {
  return keyId === 0 ? "~" : `~${keyId}~`;
}

function token(key: DataKey, beginning: string): string {
  return tokensBegin(key.keyId) + key.mark("word", beginning).slice(0, tokenLength);
}

/** What a word is kept as, to be found by its beginning: itself, or under a key a token of each beginning. */
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

/** What the words that begin so are kept as under a key. Of long ones the first letters alone are told apart. */
export function tokenOfBeginning(key: DataKey, beginning: string): string {
  return token(key, [...beginning].slice(0, longestPrefix).join(""));
}
