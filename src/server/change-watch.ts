/** How often changes of other processes are checked while anyone waits. */
const lookEveryMs = 400;
const maxWaiting = 5000;
const maxOfSession = 3;
/** In all their sessions. */
const maxOfPerson = 24;

/** Who waits, by session and person. */
export interface Waiting {
  readonly session: string;
  readonly person: string;
}

interface Waiter extends Waiting {
  readonly notify: (why: "changed" | "over") => void;
}

/**
 * Lets calls wait for the next visit change: of this process immediately, of others by polling the last change number
 * once for all. Each session and each person may have a few waits; one more ends the longest, so that a new page does
 * not queue behind forgotten tabs.
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

  /** Take this mark before looking for changes: a wait with it ends immediately if something changed since. */
  seen(): number {
    return this.#rounds;
  }

  /** This process has committed a change. */
  notify(): void {
    this.#rounds += 1;
    for (const waiter of this.#waiters) waiter.notify("changed");
  }

  /** Resolves on the next change, at the timeout, or when the server stops. */
  wait(who: Waiting, seen: number, forMs: number): Promise<"changed" | "over"> {
    if (this.#isClosed) return Promise.resolve("over");
    if (seen !== this.#rounds) return Promise.resolve("changed");
    this.#makeRoom(who);
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.notify("over"), forMs);
      const waiter: Waiter = {
        ...who,
        notify: (why) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(why);
        },
      };
      this.#waiters.add(waiter);
      this.#lookSoon();
    });
  }

  /** Ends all waits: the server is stopping. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const waiter of this.#waiters) waiter.notify("over");
  }

  #makeRoom({ session, person }: Waiting): void {
    const ofPerson = [...this.#waiters].filter((waiter) => waiter.person === person);
    const ofSession = ofPerson.filter((waiter) => waiter.session === session);
    if (ofSession.length >= maxOfSession) ofSession[0]?.notify("over");
    else if (ofPerson.length >= maxOfPerson) ofPerson[0]?.notify("over");
    const [longest] = this.#waiters;
    if (this.#waiters.size >= maxWaiting) longest?.notify("over");
  }

  #lookSoon(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    // If the database does not respond, the calls report it themselves after their wait.
    const number = await this.#lastNumber().catch(() => this.#known);
    this.#timer = undefined;
    if (number !== this.#known) {
      const isFirst = this.#known === undefined;
      this.#known = number;
      // Changes before the first check may be new to the callers.
      if (!isFirst || this.#waiters.size > 0) this.notify();
    }
    if (this.#waiters.size > 0) this.#lookSoon();
  }
}
