import { setImmediate as nextTurn } from "node:timers/promises";
import { Refusal } from "./refusal.ts";

/**
 * Lets only so much be done at once, and one thing begin in a turn of the event loop, so that others have theirs in
 * between; what waits too long is refused.
 */
export class Turns {
  readonly #mostAtOnce: number;
  readonly #mostWaitMs: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;
  #begun: Promise<unknown> = Promise.resolve();

  constructor(mostAtOnce: number, mostWaitMs: number) {
    this.#mostAtOnce = mostAtOnce;
    this.#mostWaitMs = mostWaitMs;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#mostAtOnce) await this.#turn();
    else this.#running += 1;
    try {
      const before = this.#begun;
      this.#begun = before.then(() => nextTurn());
      await before;
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(
          new Refusal(
            503,
            "ServiceUnavailable",
            "The server has too many large answers to make at once. Try again in a few seconds.",
            { headers: { "retry-after": "5" } },
          ),
        );
      }, this.#mostWaitMs);
      this.#waiting.add(begin);
    });
  }
}
