import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { keyBytes } from "./master-key.ts";
import { openBytes, sealBytes } from "./seal-bytes.ts";

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
