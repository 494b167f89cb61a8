import { setImmediate as nextTurn } from "node:timers/promises";
import { Refusal } from "./refusal.ts";

/** How much is done at once, and who may wait for how long. */
export interface TurnLimits {
  readonly atOnce: number;
  /** So many of one owner's wait; more are refused at once. */
  readonly waitingOfOne: number;
  readonly waitMs: number;
}

const busy = () =>
  new Refusal(
    503,
    "ServiceUnavailable",
    "The server has too many large answers to make at once. Try again in a few seconds.",
    { headers: { "retry-after": "5" } },
  );

/**
 * Lets only so much be done at once, and one thing begin in a turn of the event loop, so that others have theirs in
 * between. Those who wait have their turns one owner after the other, so that nobody waits behind all that one of them asks for.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** The owners who wait, in the order in which they have their turns. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #running = 0;
  #begun: Promise<unknown> = Promise.resolve();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#turnOf(owner);
    else this.#running += 1;
    try {
      const before = this.#begun;
      this.#begun = before.then(() => nextTurn());
      await before;
      return await work();
    } finally {
      if (!this.#beginNext()) this.#running -= 1;
    }
  }

  #beginNext(): boolean {
    const [next] = this.#waiting;
    if (!next) return false;
    const [owner, queue] = next;
    const [begin] = queue;
    begin?.();
    // Behind the others.
    if (this.#waiting.delete(owner) && queue.size > 0) this.#waiting.set(owner, queue);
    return begin !== undefined;
  }

  #turnOf(owner: string): Promise<void> {
    const queue = this.#waiting.get(owner) ?? new Set();
    if (queue.size >= this.#limits.waitingOfOne) return Promise.reject(busy());
    this.#waiting.set(owner, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        queue.delete(begin);
        if (queue.size === 0) this.#waiting.delete(owner);
      };
      const begin = () => {
        leave();
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(busy());
      }, this.#limits.waitMs);
      queue.add(begin);
    });
  }
}
