import { WrongSecret } from "#room/workspace/browser/failures.ts";
import type { Bytes } from "./vault-keys.ts";

export interface Secret {
  readonly kind: "password" | "passphrase";
  readonly text: string;
}

/** The data key wrapped by a key derived from a secret, as stored in the database. */
export interface GuardedKey {
  readonly kind: Secret["kind"];
  readonly salt: Bytes;
  readonly rounds: number;
  readonly iv: Bytes;
  readonly wrapped: Bytes;
}

/** The data key wrapped by a key derived from the current session's id, so that a reload needs no password. */
export interface SessionHeldKey {
  readonly salt: Bytes;
  readonly iv: Bytes;
  readonly wrapped: Bytes;
}

/** OWASP's minimum for PBKDF2-HMAC-SHA-256 (2023). */
const guardRounds = 600_000;

const encoder = new TextEncoder();

export function random(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

export function newDataKey(): Bytes {
  return random(32);
}

async function keyFromSecret(text: string, salt: Bytes, rounds: number): Promise<CryptoKey> {
  // Normalized, since keyboards compose the same letters differently.
  const bytes = encoder.encode(text.normalize("NFKC"));
  const base = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  return crypto.subtle.deriveKey(how, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

type LongSecret = "session" | "passkey";

export async function keyFromLong(text: string, salt: Bytes, of: LongSecret): Promise<CryptoKey> {
  // The secret is random and long (256 bits), so a fast derivation is enough.
  const base = await crypto.subtle.importKey("raw", encoder.encode(text), "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info: encoder.encode(`workspace held by ${of}`) };
  return crypto.subtle.deriveKey(how, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

export async function wrap(
  dataKey: Bytes,
  key: CryptoKey,
  place: string,
): Promise<{ iv: Bytes; wrapped: Bytes }> {
  const iv = random(12);
  const additionalData = encoder.encode(place);
  const wrapped = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, dataKey);
  return { iv, wrapped: new Uint8Array(wrapped) };
}

export async function unwrap(held: SessionHeldKey, key: CryptoKey, place: string): Promise<Bytes> {
  const additionalData = encoder.encode(place);
  try {
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: held.iv, additionalData },
      key,
      held.wrapped,
    );
    return new Uint8Array(plain);
  } catch {
    throw new WrongSecret();
  }
}

export async function guardKey(dataKey: Bytes, { kind, text }: Secret, place: string): Promise<GuardedKey> {
  const salt = random(16);
  const key = await keyFromSecret(text, salt, guardRounds);
  return { kind, salt, rounds: guardRounds, ...(await wrap(dataKey, key, `guard/${place}`)) };
}

/** Throws WrongSecret. */
export async function openGuarded(guarded: GuardedKey, text: string, place: string): Promise<Bytes> {
  return unwrap(guarded, await keyFromSecret(text, guarded.salt, guarded.rounds), `guard/${place}`);
}

export async function holdBySession(
  dataKey: Bytes,
  sessionKey: string,
  place: string,
): Promise<SessionHeldKey> {
  const salt = random(16);
  return {
    salt,
    ...(await wrap(dataKey, await keyFromLong(sessionKey, salt, "session"), `session/${place}`)),
  };
}

/** Throws WrongSecret when it was wrapped for another session. */
export async function openHeld(held: SessionHeldKey, sessionKey: string, place: string): Promise<Bytes> {
  return unwrap(held, await keyFromLong(sessionKey, held.salt, "session"), `session/${place}`);
}
