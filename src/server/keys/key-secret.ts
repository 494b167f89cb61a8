import { hashOfSecret } from "#room/server/sessions/link-secret.ts";
import { hash, randomInt } from "node:crypto";
import type { NewSecret } from "#room/server/store/program-key-repository.ts";

/** The prefix of every key, by which people and secret scanners recognize one. No session id has it. */
export const keyPrefix = "vckey_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 238 bits. */
const randomLength = 40;
const checkLength = 6;
const form = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checkLength}}$`);

/** A checksum: a mistyped key is detected without a database look-up. */
function checkOf(body: string): string {
  return hash("sha256", body).slice(0, checkLength);
}

/** True for anything meant as a key, complete or not. */
export function isProgramKey(text: string): boolean {
  return text.startsWith(keyPrefix);
}

/** False for a key that was truncated, mistyped or made up. */
export function isWholeKey(text: string): boolean {
  return form.test(text) && checkOf(text.slice(0, -checkLength)) === text.slice(-checkLength);
}

export function newSecret(): { readonly secret: string; readonly kept: NewSecret } {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  const body = keyPrefix + random;
  const secret = body + checkOf(body);
  return { secret, kept: { hash: hashOfSecret(secret), hint: secret.slice(-4) } };
}
