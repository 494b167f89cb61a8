import type { DataKey } from "./data-key.ts";
import { clearText, sealedText, type StoredText } from "./stored-text.ts";
import { keptWords } from "./words-of-key.ts";

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
