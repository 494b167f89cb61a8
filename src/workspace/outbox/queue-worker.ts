import type { QueuedSend, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { endOfWait, type Claimed, type OutgoingQueue } from "./outgoing-queue.ts";

export interface WorkerParts {
  readonly queue: OutgoingQueue;
  now(): number;
  /** Nothing more may leave now: offline, busy, no session, or stopped. */
  isHeldUp(): boolean;
  send(job: Claimed): Promise<SendResult>;
  settle(job: Claimed, result: SendResult, durationMs: number): Promise<void>;
  onDropped(settled: Settled): void;
  /** Nothing of this queue can leave for now. While this is true the run waits for more, since another queue still works. */
  staysOpen(): boolean;
}

/** One run over a queue: claims due entries in batches and keeps several requests in flight until nothing is left. */
export class QueueWorker {
  readonly #parts: WorkerParts;
  readonly #ready: Claimed[] = [];
  #working = 0;
  /** Checked and skipped; checked again after the next outcome. */
  readonly #passedOver = new Set<string>();
  #sending = 0;
  #claiming = false;
  #fault: unknown;
  #notify: () => void = () => undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Checks again, since something changed. */
  notify(): void {
    this.#notify();
  }

  get isWorking(): boolean {
    return this.#working > 0;
  }

  /** Entries that are due but must wait for another's outcome. */
  passedOver(): ReadonlySet<string> {
    return this.#passedOver;
  }

  /** Removes an entry that was claimed but has not left. False when it has left. */
  async takeBack(id: string, change: (queued: QueuedSend) => QueuedSend | undefined): Promise<boolean> {
    const index = this.#ready.findIndex((job) => job.id === id);
    if (index === -1) return false;
    this.#ready.splice(index, 1);
    await this.#parts.queue.unclaim([id], change);
    return true;
  }

  async run(): Promise<void> {
    for (;;) {
      const notified = new Promise<void>((resolve) => (this.#notify = resolve));
      await this.#step();
      if (this.#working === 0 && !this.#parts.staysOpen()) break;
      await notified;
    }
    if (this.#fault !== undefined) throw this.#fault;
  }

  async #step(): Promise<void> {
    const { queue } = this.#parts;
    if (this.#parts.isHeldUp() || this.#fault !== undefined) {
      if (this.#ready.length > 0) await queue.unclaim(this.#ready.splice(0).map(({ id }) => id));
      return;
    }
    const stuck = this.#ready.filter(({ id }) => !queue.mayLeave(id));
    if (stuck.length > 0) {
      for (const job of stuck) this.#ready.splice(this.#ready.indexOf(job), 1);
      await queue.unclaim(stuck.map(({ id }) => id));
    }
    const free = Math.max(0, queue.concurrency - this.#sending);
    for (const job of this.#ready.splice(0, free)) this.#leave(job);
    // The next batch is recorded while this one is being sent.
    if (this.#claiming || this.#ready.length > queue.claimAtOnce / 2) return;
    const ids = this.#due();
    if (ids.length > 0) void this.#work(this.#claim(ids));
  }

  #leave(job: Claimed): void {
    this.#sending += 1;
    void this.#work(this.#send(job));
  }

  async #work(task: Promise<void>): Promise<void> {
    this.#working += 1;
    try {
      await task;
    } catch (error) {
      this.#fault ??= error;
    }
    this.#working -= 1;
    this.#notify();
  }

  async #claim(ids: readonly string[]): Promise<void> {
    this.#claiming = true;
    try {
      for (const id of ids) this.#passedOver.add(id);
      const { claimed, dropped } = await this.#parts.queue.claim(ids);
      for (const { id } of claimed) this.#passedOver.delete(id);
      for (const { id } of dropped) this.#passedOver.delete(id);
      this.#ready.push(...claimed);
      for (const each of dropped) this.#parts.onDropped(each);
    } finally {
      this.#claiming = false;
    }
  }

  async #send(job: Claimed): Promise<void> {
    // A recorded entry may wait for a free slot, so the time is measured from here.
    const leftAt = this.#parts.now();
    const result = await this.#parts.send(job);
    const durationMs = this.#parts.now() - leftAt;
    this.#sending -= 1;
    // The slot is free for the next one; the outcome is stored concurrently.
    void this.#work(this.#settle(job, result, durationMs));
  }

  async #settle(job: Claimed, result: SendResult, durationMs: number): Promise<void> {
    await this.#parts.settle(job, result, durationMs);
    this.#passedOver.clear();
  }

  #isDue(queued: QueuedSend): boolean {
    const now = this.#parts.now();
    return queued.state === "waiting" && endOfWait(queued.notBefore, now) <= now;
  }

  #due(): string[] {
    const { queue } = this.#parts;
    const due: { id: string; since: number }[] = [];
    for (const id of queue.queuedIds) {
      const queued = queue.queued(id);
      if (queued && !this.#passedOver.has(id) && this.#isDue(queued) && queue.mayLeave(id))
        due.push({ id, since: queued.since });
    }
    due.sort((a, b) => a.since - b.since);
    return due.slice(0, queue.claimAtOnce).map(({ id }) => id);
  }
}
