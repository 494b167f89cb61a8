import { hexOf } from "#room/contract/primitives/hex.ts";

export interface Keys {
  readonly seal: CryptoKey;
  readonly name: CryptoKey;
}

export type Bytes = Uint8Array<ArrayBuffer>;

export const encoder = new TextEncoder();

/** Derives the working keys from the data key: one to seal records, one to derive names. */
export async function keysOf(dataKey: Bytes): Promise<Keys> {
  const root = await crypto.subtle.importKey("raw", dataKey, "HKDF", false, ["deriveKey"]);
  const from = (info: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(32),
    info: encoder.encode(info),
  });
  const [seal, name] = await Promise.all([
    crypto.subtle.deriveKey(from("seal"), root, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]),
    crypto.subtle.deriveKey(from("name"), root, { name: "HMAC", hash: "SHA-256", length: 256 }, false, [
      "sign",
    ]),
  ]);
  return { seal, name };
}

export async function sha256(text: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));
}
