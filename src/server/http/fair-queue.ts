import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { Refusal } from "./refusal.ts";

/** How much runs at a time, and who may wait how long. */
export interface QueueLimits {
  readonly atOnce: number;
  /** How many of these one owner may have. */
  readonly ofOne: number;
  /** How many may wait per owner; further ones are refused. */
  readonly waitingOfOne: number;
  readonly waitMs: number;
  /** How late those are refused, at most. A caller who is refused immediately asks again immediately, which takes time from others. */
  readonly refuseMs: number;
}

/** How many refusals are held back at a time; further ones close their connection immediately. */
const maxHeld = 4000;

const busy = (connection: "keep-alive" | "close" = "keep-alive") =>
  new Refusal(
    503,
    "ServiceUnavailable",
    "The server has too many large answers to make at once. Try again in a few seconds.",
    { headers: { "retry-after": "5", ...(connection === "close" && { connection }) } },
  );

/**
 * Limits how much runs at a time and starts one job per turn of the event loop, so that other work runs in between.
 * Owners take turns, so that nobody waits behind all of another owner's jobs.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** The waiting owners, in the order of their turns. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  #held = 0;
  #begun: Promise<unknown> = Promise.resolve();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayRun(owner)) this.#count(owner, 1);
    else await this.#waitOf(owner);
    try {
      const before = this.#begun;
      this.#begun = before.then(() => nextTurn());
      await before;
      return await work();
    } finally {
      this.#count(owner, -1);
      this.#beginNext();
    }
  }

  #mayRun(owner: string): boolean {
    return this.#running < this.#limits.atOnce && (this.#runningOf.get(owner) ?? 0) < this.#limits.ofOne;
  }

  #count(owner: string, change: 1 | -1): void {
    this.#running += change;
    const count = (this.#runningOf.get(owner) ?? 0) + change;
    if (count === 0) this.#runningOf.delete(owner);
    else this.#runningOf.set(owner, count);
  }

  #beginNext(): void {
    for (const [owner, queue] of this.#waiting) {
      if (!this.#mayRun(owner)) continue;
      const [begin] = queue;
      this.#count(owner, 1);
      begin?.();
      // Moves to the end.
      if (this.#waiting.delete(owner) && queue.size > 0) this.#waiting.set(owner, queue);
      return;
    }
  }

  async #refuse(): Promise<never> {
    if (this.#held >= maxHeld) throw busy("close");
    this.#held += 1;
    try {
      // Spread out, since all of them may ask again at the same moment.
      await delay(this.#limits.refuseMs * (0.5 + Math.random() / 2));
    } finally {
      this.#held -= 1;
    }
    throw busy();
  }

  #waitOf(owner: string): Promise<void> {
    const queue = this.#waiting.get(owner) ?? new Set();
    if (queue.size >= this.#limits.waitingOfOne) return this.#refuse();
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
