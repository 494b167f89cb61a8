import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from "node:crypto";

/**
 * Something in the store cannot be opened: damaged, moved to a place where it does not belong, or under a key that is
 * not available.
 */
export class UnreadableRecord extends Error {
  /** Names the table, the column and the row, and nothing of the content. */
  readonly place: string;

  constructor(place: string, options?: ErrorOptions) {
    super(`${place} cannot be opened`, options);
    this.name = "UnreadableRecord";
    this.place = place;
  }
}

/** Undefined if it cannot be opened. */
export async function ifReadable<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof UnreadableRecord) return undefined;
    throw error;
  }
}

const nonceBytes = 12;
const tagBytes = 16;
/** AES-256-GCM, and the minimum length of a sealed value: a nonce and a tag. */
const cipher = "aes-256-gcm";
const options = { authTagLength: tagBytes };

const nonces = Buffer.alloc(nonceBytes * 512);
let nextNonce = nonces.length;

/** Random bytes, fetched in bulk: fetching each separately costs more than sealing. Each is used once. */
function freshNonce(): Buffer {
  if (nextNonce >= nonces.length) {
    randomFillSync(nonces);
    nextNonce = 0;
  }
  nextNonce += nonceBytes;
  return nonces.subarray(nextNonce - nonceBytes, nextNonce);
}

/** Seals content with its associated data: it cannot be opened with other such data. */
export function sealBytes(key: KeyObject, associatedData: string, content: string | Uint8Array): Buffer {
  const nonce = freshNonce();
  const seal = createCipheriv(cipher, key, nonce, options);
  seal.setAAD(Buffer.from(associatedData));
  const sealed = typeof content === "string" ? seal.update(content, "utf8") : seal.update(content);
  seal.final();
  return Buffer.concat([nonce, sealed, seal.getAuthTag()]);
}

/** Throws if the key, the associated data or a single bit differs. */
export function openBytes(key: KeyObject, associatedData: string, sealed: Uint8Array): Buffer {
  if (sealed.byteLength < nonceBytes + tagBytes) throw new Error("It is cut short");
  const end = sealed.byteLength - tagBytes;
  const open = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), options);
  open.setAAD(Buffer.from(associatedData));
  open.setAuthTag(sealed.subarray(end));
  const content = open.update(sealed.subarray(nonceBytes, end));
  open.final();
  return content;
}
