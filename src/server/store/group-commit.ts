import { StoreUnavailable } from "./store-unavailable.ts";

/** A job of a batch that another job of the same batch stands in the way of: it goes into the next batch. */
export const again: unique symbol = Symbol("again");

export interface GroupCommitOptions<Job, Outcome> {
  /** Runs the jobs in one transaction; one outcome for each, in order. Throws when nothing was committed. */
  readonly commit: (jobs: readonly Job[]) => Promise<readonly (Outcome | typeof again)[]>;
  readonly maxBatch: number;
}

interface Waiting<Job, Outcome> {
  readonly job: Job;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets jobs that arrive together share one transaction and one flush to disk. A job settles after the commit it was
 * part of. When a batch fails, its jobs are tried one by one, so that none fails for another's fault; when it is the
 * store that failed, all fail at once.
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

  /** Settles when no job is left. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // The requests that this turn of the event loop reads come into the first batch.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#options.maxBatch);
      const left = await this.#commit(batch);
      this.#waiting.unshift(...left);
      // Answers leave, and new requests come in, between two batches.
      await nextTurn();
    }
    this.#running = undefined;
  }

  async #commit(batch: readonly Waiting<Job, Outcome>[]): Promise<Waiting<Job, Outcome>[]> {
    try {
      return settle(batch, await this.#options.commit(batch.map(({ job }) => job)));
    } catch (error) {
      if (error instanceof StoreUnavailable) return this.#refuseAll(batch, error);
      const [only, ...more] = batch;
      if (only && more.length === 0) only.reject(error);
      if (more.length === 0) return [];
    }
    const left: Waiting<Job, Outcome>[] = [];
    for (const one of batch) left.push(...(await this.#commit([one])));
    return left;
  }

  /** Nobody waits behind others for a store that does not answer: each would wait as long again. */
  #refuseAll(batch: readonly Waiting<Job, Outcome>[], error: StoreUnavailable): [] {
    for (const { reject } of batch) reject(error);
    // Of those no transaction was begun.
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

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
