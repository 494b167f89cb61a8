import pLimit, { type LimitFunction } from "p-limit";
import type { Refusal } from "./refusal.ts";

interface Most {
  readonly everybody: number;
  readonly caller: number;
}

/** Runs calls a few at a time, so that nobody waits behind all calls of another. */
export class FairCalls {
  readonly #most: { readonly atOnce: Most; readonly inAll: Most };
  readonly #refusal: () => Refusal;
  readonly #ofAll: LimitFunction;
  readonly #callers = new Map<string, { readonly limit: LimitFunction; calls: number }>();
  #calls = 0;

  /** `inAll`: those that wait included; one more is refused. */
  constructor(most: { readonly atOnce: Most; readonly inAll: Most }, refusal: () => Refusal) {
    this.#most = most;
    this.#refusal = refusal;
    this.#ofAll = pLimit(most.atOnce.everybody);
  }

  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const { atOnce, inAll } = this.#most;
    const own = this.#callers.get(caller) ?? { limit: pLimit(atOnce.caller), calls: 0 };
    if (own.calls >= inAll.caller || this.#calls >= inAll.everybody) throw this.#refusal();
    own.calls += 1;
    this.#calls += 1;
    this.#callers.set(caller, own);
    try {
      return await own.limit(() => this.#ofAll(work));
    } finally {
      own.calls -= 1;
      this.#calls -= 1;
      if (own.calls === 0) this.#callers.delete(caller);
    }
  }
}
