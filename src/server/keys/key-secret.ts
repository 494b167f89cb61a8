import { hash, randomInt } from "node:crypto";
import type { NewSecret } from "#room/server/store/program-keys.ts";

/** What every key begins with, so that people and secret scanners know one when they see it. No session's id does. */
export const keyPrefix = "vckey_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 238 bits. */
const randomLength = 40;
const checkLength = 6;
const form = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checkLength}}$`);

/** What a slip of the pen breaks: a mistyped key is known as one without a look into the database. */
function checkOf(body: string): string {
  return hash("sha256", body).slice(0, checkLength);
}

/** True for what was meant as a key, whole or not. */
export function isProgramKey(text: string): boolean {
  return text.startsWith(keyPrefix);
}

/** False for a key that was cut, mistyped or made up. */
export function isWholeKey(text: string): boolean {
  return form.test(text) && checkOf(text.slice(0, -checkLength)) === text.slice(-checkLength);
}

/** What a secret is kept and looked up under: how far two hashes agree tells nothing of the secret. */
export function hashOfSecret(secret: string): string {
  return hash("sha256", secret, "base64url");
}

/** A new secret, and what is kept of it. */
export function newSecret(): { readonly secret: string; readonly kept: NewSecret } {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  const body = keyPrefix + random;
  const secret = body + checkOf(body);
  return { secret, kept: { hash: hashOfSecret(secret), hint: secret.slice(-4) } };
}
