import type { Bytes } from "./vault-keys.ts";
import { type SessionHeldKey, random, wrap, keyFromLong, unwrap } from "./key-guard.ts";

/** The passkey's own secret for opening the workspace, revealed only to this page (WebAuthn PRF). */
export interface PasskeySecret {
  readonly id: string;
  readonly text: string;
}

/** The data key wrapped by a key derived from a passkey's secret. */
export interface PasskeyHeldKey extends SessionHeldKey {
  readonly id: string;
}

export async function holdByPasskey(
  dataKey: Bytes,
  { id, text }: PasskeySecret,
  place: string,
): Promise<PasskeyHeldKey> {
  const salt = random(16);
  return { id, salt, ...(await wrap(dataKey, await keyFromLong(text, salt, "passkey"), `passkey/${place}`)) };
}

/** Throws WrongSecret. */
export async function openByPasskey(held: PasskeyHeldKey, text: string, place: string): Promise<Bytes> {
  return unwrap(held, await keyFromLong(text, held.salt, "passkey"), `passkey/${place}`);
}
