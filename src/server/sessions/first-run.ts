import { timingSafeEqual } from "node:crypto";
import { hashOfSecret, newSecret } from "./link-secret.ts";

/**
 * The secret that a server with an empty store prints, with which the first administrator is created. It exists only in
 * this process, until it is used or the server restarts.
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

  /** Until the first administrator is created. */
  get isWaiting(): boolean {
    return this.#isOpen;
  }

  isOpenedBy(secret: string): boolean {
    return timingSafeEqual(Buffer.from(hashOfSecret(secret)), this.#hash) && this.#isOpen;
  }

  /** Runs the creation of the first administrator: one attempt at a time, and none after it succeeded. */
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
