import { setImmediate as nextTurn } from "node:timers/promises";
import pLimit from "p-limit";
import { StoreUnavailable } from "./store-unavailable.ts";

/** Runs transactions that wait for the same lock anyway one after another, on one connection. */
export class InTurn {
  readonly #limit = pLimit(1);
  #came = 0;
  /** Whoever had come when the store did not respond fails with it: each would wait just as long again. */
  #failed: { readonly upTo: number; readonly error: StoreUnavailable } | undefined;

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#came += 1;
    const place = this.#came;
    return this.#limit(async () => {
      // Lets answers leave and requests arrive in between.
      await nextTurn();
      if (this.#failed && place <= this.#failed.upTo)
        throw new StoreUnavailable(this.#failed.error.reason, { cause: this.#failed.error });
      try {
        return await work();
      } catch (error) {
        if (error instanceof StoreUnavailable) this.#failed = { upTo: this.#came, error };
        throw error;
      }
    });
  }

  /** Resolves when all that came before is done. */
  settled(): Promise<void> {
    return this.#limit(() => undefined);
  }
}
