import { timingSafeEqual } from "node:crypto";
import { hashOfSecret, newSecret } from "./link-secret.ts";

/**
 * The secret that a server on an empty store prints, by which the first administrator is made. It lives in this process alone: until it is
 * used, or the server starts anew.
 */
export class FirstRun {
  readonly #hash: Buffer;
  #isOpen = true;

  private constructor(secret: string) {
    this.#hash = Buffer.from(hashOfSecret(secret));
  }

  static begin(): { firstRun: FirstRun; secret: string } {
    const secret = newSecret();
    return { firstRun: new FirstRun(secret), secret };
  }

  isOpenedBy(secret: string): boolean {
    return timingSafeEqual(Buffer.from(hashOfSecret(secret)), this.#hash) && this.#isOpen;
  }

  /** Runs the making of the first administrator; only while none is made, and one at a time. */
  async use<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!this.#isOpen) return undefined;
    this.#isOpen = false;
    try {
      return await work();
    } catch (error) {
      this.#isOpen = true;
      throw error;
    }
  }
}
