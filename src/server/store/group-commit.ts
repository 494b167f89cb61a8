import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreUnavailable } from "./store-unavailable.ts";

/** Returned for a job that conflicts with another job of its batch: it moves to the next batch. */
export const again: unique symbol = Symbol("again");

export interface GroupCommitOptions<Job, Outcome> {
  /**
   * Runs jobs in one transaction and returns one outcome each, in order. Throws when nothing was committed. It takes the
   * jobs once the transaction has begun, at best with its lock, so that those that arrived meanwhile come along; taken
   * again, they are the same.
   */
  readonly commit: (take: () => readonly Job[]) => Promise<readonly (Outcome | typeof again)[]>;
  readonly maxBatch: number;
}

interface Waiting<Job, Outcome> {
  readonly job: Job;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets concurrent jobs share one transaction and one flush to disk. A job settles after its commit. When a batch fails,
 * its jobs are retried one by one, so that none fails because of another; when the store itself failed, all fail
 * immediately.
 */
export class GroupCommit<Job, Outcome> {
  readonly #options: GroupCommitOptions<Job, Outcome>;
  #waiting: Waiting<Job, Outcome>[] = [];
  #running: Promise<void> | undefined;

  constructor(options: GroupCommitOptions<Job, Outcome>) {
    this.#options = options;
  }

  add(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // Requests read in this turn of the event loop join the first batch.
    await nextTurn();
    while (this.#waiting.length > 0) {
      let taken: Waiting<Job, Outcome>[] | undefined;
      const left = await this.#commit(() => (taken ??= this.#waiting.splice(0, this.#options.maxBatch)));
      this.#waiting.unshift(...left);
      // Lets answers leave and requests arrive between two batches.
      await nextTurn();
    }
    this.#running = undefined;
  }

  async #commit(take: () => readonly Waiting<Job, Outcome>[]): Promise<Waiting<Job, Outcome>[]> {
    try {
      const outcomes = await this.#options.commit(() => take().map(({ job }) => job));
      return settle(take(), outcomes);
    } catch (error) {
      if (error instanceof StoreUnavailable) return this.#refuseAll(take(), error);
      const [only, ...more] = take();
      if (only && more.length === 0) only.reject(error);
      if (more.length === 0) return [];
    }
    const left: Waiting<Job, Outcome>[] = [];
    for (const one of take()) left.push(...(await this.#commit(() => [one])));
    return left;
  }

  /** Jobs do not queue for a store that does not respond: each would wait just as long again. */
  #refuseAll(batch: readonly Waiting<Job, Outcome>[], error: StoreUnavailable): [] {
    for (const { reject } of batch) reject(error);
    // No transaction was started for these.
    const unbegun = new StoreUnavailable(error.reason, { cause: error });
    for (const { reject } of this.#waiting.splice(0)) reject(unbegun);
    return [];
  }
}

function settle<Job, Outcome>(
  batch: readonly Waiting<Job, Outcome>[],
  outcomes: readonly (Outcome | typeof again)[],
): Waiting<Job, Outcome>[] {
  const left: Waiting<Job, Outcome>[] = [];
  for (const [index, waiting] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) waiting.reject(new Error("A job of the batch got no outcome"));
    else if (outcome === again) left.push(waiting);
    else waiting.resolve(outcome);
  }
  return left;
}
