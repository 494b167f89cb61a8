/** How often other processes are looked at, while anybody waits. */
const lookEveryMs = 400;
const mostWaiting = 5000;
const mostOfSession = 3;

interface Waiter {
  readonly session: string;
  readonly wake: (why: "changed" | "over") => void;
}

/**
 * Lets calls wait for the next change of a visit: of this process at once, of others by a look at the last number, for
 * all that wait together. Of one session a few wait; another one ends the longest wait, so that a newer page never
 * waits behind tabs that nobody looks at.
 */
export class ChangeWatch {
  readonly #lastNumber: () => Promise<number>;
  readonly #waiters = new Set<Waiter>();
  #known: number | undefined;
  #rounds = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(lastNumber: () => Promise<number>) {
    this.#lastNumber = lastNumber;
  }

  /** A mark to be taken before one looks for changes: a wait with it ends at once when something changed after. */
  seen(): number {
    return this.#rounds;
  }

  /** This process has committed a change. */
  tell(): void {
    this.#rounds += 1;
    for (const waiter of this.#waiters) waiter.wake("changed");
  }

  /** Settles with the next change, or when the time or the server is over. */
  wait(session: string, seen: number, forMs: number): Promise<"changed" | "over"> {
    if (this.#isClosed) return Promise.resolve("over");
    if (seen !== this.#rounds) return Promise.resolve("changed");
    this.#makeRoom(session);
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.wake("over"), forMs);
      const waiter: Waiter = {
        session,
        wake: (why) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(why);
        },
      };
      this.#waiters.add(waiter);
      this.#lookSoon();
    });
  }

  /** Answers all that wait: the server ends. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const waiter of this.#waiters) waiter.wake("over");
  }

  #makeRoom(session: string): void {
    const own = [...this.#waiters].filter((waiter) => waiter.session === session);
    if (own.length >= mostOfSession) own[0]?.wake("over");
    const [longest] = this.#waiters;
    if (this.#waiters.size >= mostWaiting) longest?.wake("over");
  }

  #lookSoon(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    // A database that does not answer is told by the calls themselves, when their wait is over.
    const number = await this.#lastNumber().catch(() => this.#known);
    this.#timer = undefined;
    if (number !== this.#known) {
      const isFirst = this.#known === undefined;
      this.#known = number;
      // What changed before the first look may be new to who waits.
      if (!isFirst || this.#waiters.size > 0) this.tell();
    }
    if (this.#waiters.size > 0) this.#lookSoon();
  }
}
