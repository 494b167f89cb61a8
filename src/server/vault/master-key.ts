import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { openBytes, sealBytes } from "./seal-bytes.ts";

export const keyBytes = 32;
/** Random bytes have more distinct values than that; typed text does not. */
const leastDifferent = 12;

/** A key from the settings (DATA_KEY). It wraps data keys; what else it is for has a key derived from it. */
export class MasterKey {
  /** Identifies it without revealing anything about it. */
  readonly id: string;
  readonly #wrapping: KeyObject;
  readonly #secret: KeyObject;

  constructor(secret: Uint8Array) {
    this.id = createHmac("sha256", secret).update("the name of a given key").digest("hex").slice(0, 12);
    this.#secret = createSecretKey(secret);
    this.#wrapping = createSecretKey(this.keyFor("wrapping data keys"));
  }

  /** The key for one use, which reveals nothing about this one. */
  keyFor(use: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.#secret, "", use, keyBytes));
  }

  wrap(dataKey: Uint8Array, keyId: number): string {
    return sealBytes(this.#wrapping, `data_key ${keyId}`, dataKey).toString("base64");
  }

  /** Throws if it was wrapped by another key, or for another number. */
  unwrap(wrapped: string, keyId: number): Buffer {
    return openBytes(this.#wrapping, `data_key ${keyId}`, Buffer.from(wrapped, "base64"));
  }
}

function secretOf(word: string): Buffer | undefined {
  const isHex = /^[\da-f]{64}$/i.test(word);
  if (!isHex && !/^[\w+/-]{43}=?$/.test(word)) return undefined;
  const secret = Buffer.from(word, isHex ? "hex" : "base64");
  return secret.length === keyBytes && new Set(secret).size >= leastDifferent ? secret : undefined;
}

export const keyForm = "32 random bytes in base64 or hex, as “openssl rand -base64 32” prints them";

/** The keys in a text, the current one first; undefined if one of them is invalid. */
export function masterKeysOf(text: string): readonly MasterKey[] | undefined {
  const secrets = text.split(/\s+/).filter(Boolean).map(secretOf);
  const known = secrets.filter((secret) => secret !== undefined);
  if (known.length === 0 || known.length < secrets.length) return undefined;
  return known.map((secret) => new MasterKey(secret));
}
