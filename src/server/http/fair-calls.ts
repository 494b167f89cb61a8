import pLimit, { type LimitFunction } from "p-limit";
import { CallerGone } from "#room/server/store/caller-gone.ts";
import type { Refusal } from "./refusal.ts";

interface Most {
  readonly everybody: number;
  readonly caller: number;
}

interface Limits {
  readonly atOnce: Most;
  /** Those that wait included; one more is refused. */
  readonly inAll: Most;
  /** Who waited for so long is refused. Milliseconds. */
  readonly waitMs: number;
}

/** Runs calls a few at a time, so that nobody waits behind all calls of another, nor behind those who went away. */
export class FairCalls {
  readonly #limits: Limits;
  readonly #refusal: () => Refusal;
  readonly #ofAll: LimitFunction;
  readonly #callers = new Map<string, { readonly limit: LimitFunction; calls: number }>();
  #calls = 0;

  constructor(limits: Limits, refusal: () => Refusal) {
    this.#limits = limits;
    this.#refusal = refusal;
    this.#ofAll = pLimit(limits.atOnce.everybody);
  }

  async run<T>(caller: string, work: () => Promise<T>, callerGone?: AbortSignal): Promise<T> {
    const { atOnce, inAll, waitMs } = this.#limits;
    const own = this.#callers.get(caller) ?? { limit: pLimit(atOnce.caller), calls: 0 };
    if (own.calls >= inAll.caller || this.#calls >= inAll.everybody) throw this.#refusal();
    own.calls += 1;
    this.#calls += 1;
    this.#callers.set(caller, own);
    const since = performance.now();
    const inTurn = async () => {
      if (callerGone?.aborted) throw new CallerGone();
      if (performance.now() - since > waitMs) throw this.#refusal();
      return work();
    };
    try {
      return await own.limit(() => this.#ofAll(inTurn));
    } finally {
      own.calls -= 1;
      this.#calls -= 1;
      if (own.calls === 0) this.#callers.delete(caller);
    }
  }
}
