import { StorageFailure, WorkspaceClosed } from "#room/workspace/browser/failures.ts";
import { hexOf } from "#room/contract/primitives/hex.ts";
import { type Keys, type Bytes, encoder } from "./vault-keys.ts";

const decoder = new TextDecoder();
const ivLength = 12;

/**
 * Encrypts and decrypts records (AES-256-GCM, a fresh random IV each). A record is bound to its place, so that records
 * cannot be swapped. While locked, calls wait for the key.
 */
export class Vault {
  #keys: Keys | undefined;
  #closed = false;
  readonly #waiting: { resolve(keys: Keys): void; reject(reason: unknown): void }[] = [];

  unlock(keys: Keys): void {
    this.#keys = keys;
    for (const { resolve } of this.#waiting.splice(0)) resolve(keys);
  }

  lock(): void {
    this.#keys = undefined;
  }

  close(): void {
    this.#keys = undefined;
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkspaceClosed());
  }

  get isLocked(): boolean {
    return this.#keys === undefined;
  }

  async #ready(): Promise<Keys> {
    if (this.#closed) throw new WorkspaceClosed();
    return this.#keys ?? new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async sealBytes(place: string, plain: Bytes): Promise<Bytes> {
    const { seal } = await this.#ready();
    const iv = crypto.getRandomValues(new Uint8Array(ivLength));
    const additionalData = encoder.encode(place);
    const cipher = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, seal, plain);
    const sealed = new Uint8Array(ivLength + cipher.byteLength);
    sealed.set(iv);
    sealed.set(new Uint8Array(cipher), ivLength);
    return sealed;
  }

  /** Throws StorageFailure `damaged` when the record was altered or moved from another place. */
  async openBytes(place: string, sealed: Bytes): Promise<Bytes> {
    const { seal } = await this.#ready();
    const iv = sealed.subarray(0, ivLength);
    const additionalData = encoder.encode(place);
    try {
      const cipher = sealed.subarray(ivLength);
      return new Uint8Array(
        await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, seal, cipher),
      );
    } catch (cause) {
      throw new StorageFailure("damaged", { cause });
    }
  }

  sealText(place: string, text: string): Promise<Bytes> {
    return this.sealBytes(place, encoder.encode(text));
  }

  async openText(place: string, sealed: Bytes): Promise<string> {
    return decoder.decode(await this.openBytes(place, sealed));
  }

  sealJson(place: string, value: unknown): Promise<Bytes> {
    return this.sealText(place, JSON.stringify(value));
  }

  async openJson(place: string, sealed: Bytes): Promise<unknown> {
    return JSON.parse(await this.openText(place, sealed));
  }

  /** The database key of a record, which reveals nothing about its id without the workspace's key. */
  async nameOf(id: string): Promise<string> {
    const { name } = await this.#ready();
    const mac = await crypto.subtle.sign("HMAC", name, encoder.encode(id));
    return hexOf(new Uint8Array(mac, 0, 16));
  }
}
