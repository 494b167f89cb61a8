import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { clearText, sealedText, type StoredText } from "./stored-text.ts";
import { keyBytes } from "./master-key.ts";
import { openBytes, sealBytes } from "./seal-bytes.ts";

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
function keptWords(key: DataKey | undefined, words: readonly string[]): readonly string[] {
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

/** A key that content is sealed with. Its number is not secret, and is stored with the sealed content. */
export class DataKey {
  readonly keyId: number;
  readonly #content: KeyObject;
  readonly #marks: KeyObject;

  constructor(keyId: number, secret: Uint8Array) {
    const derived = (purpose: string) =>
      createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", purpose, keyBytes)));
    this.keyId = keyId;
    this.#content = derived("content");
    this.#marks = derived("marks");
  }

  seal(associatedData: string, content: string | Uint8Array): Buffer {
    return sealBytes(this.#content, associatedData, content);
  }

  open(associatedData: string, sealed: Uint8Array): Buffer {
    return openBytes(this.#content, associatedData, sealed);
  }

  /** The same for the same text, and meaningless without the key. */
  mark(purpose: string, text: string): string {
    return createHmac("sha256", this.#marks).update(`${purpose}\n${text}`).digest("base64url");
  }
}

/** Seals what is about to be written: with the current key or, if there is none, as is. */
export class Sealer {
  readonly #key: DataKey | undefined;

  constructor(key: DataKey | undefined) {
    this.#key = key;
  }

  /** 0: in the clear. */
  get keyId(): number {
    return this.#key?.keyId ?? 0;
  }

  text(associatedData: string, text: string): StoredText;
  text(associatedData: string, text: string | null): StoredText | null;
  text(associatedData: string, text: string | null): StoredText | null {
    if (text === null) return null;
    // That a value is missing is visible in any case.
    if (this.#key === undefined || text === "") return clearText(text);
    return sealedText(this.#key.keyId, this.#key.seal(associatedData, text));
  }

  /** The number of the key must be stored alongside: bytes in the clear may be any bytes. */
  bytes(associatedData: string, bytes: Uint8Array): Uint8Array {
    return this.#key?.seal(associatedData, bytes) ?? bytes;
  }

  /**
   * The form in which a digest is stored and looked up: with a key it does not reveal whether two contents are equal.
   */
  mark(digest: string): string {
    return this.#key === undefined ? digest : markUnder(this.#key, digest);
  }

  words(words: readonly string[]): readonly string[] {
    return keptWords(this.#key, words);
  }
}

export function markUnder(key: DataKey, digest: string): string {
  return `~${key.keyId}~${key.mark("digest", digest)}`;
}
