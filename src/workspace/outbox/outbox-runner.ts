import type { Environment } from "#room/workspace/browser/environment.ts";
import { StorageFailure, WorkspaceClosed } from "#room/workspace/browser/failures.ts";
import { QueueWorker } from "./queue-worker.ts";
import {
  endOfWait,
  type ChangePlace,
  type Claimed,
  type OutgoingQueue,
  type SentAttempt,
} from "./outgoing-queue.ts";
import type { OutboxStatus, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";

export interface RunnerParts {
  readonly environment: Environment;
  readonly queues: readonly OutgoingQueue[];
  readonly lockName: string;
  /** Reads what other tabs wrote. */
  refresh(): Promise<void>;
  /** A tab of version 1.2 keeps the send lock while idle, until it is asked. */
  askForLock(): void;
  onSettled(settled: Settled): void;
  onStatus(): void;
}

interface Pause {
  readonly until: number;
  readonly because: NonNullable<OutboxStatus["pausedBecause"]>;
}

const forEver = Number.POSITIVE_INFINITY;
const offlinePause = 3000;
/** Delay between retries when the browser could not store an outcome, in milliseconds. */
const storagePause = 5000;

/**
 * Runs the queues, one tab at a time: each run is under a lock that the browser releases when the tab dies. It first
 * marks attempts a dead tab left open as unknown.
 */
export class OutboxRunner {
  readonly #parts: RunnerParts;
  /** From asking for the lock until it is released. */
  #isRunning = false;
  /** Something was queued during the run. */
  #hasMore = false;
  #stopTimer: (() => void) | undefined;
  #pause: Pause | undefined;
  #fault: string | undefined;
  readonly #stop = new AbortController();
  readonly #workers = new Map<OutgoingQueue, QueueWorker>();
  readonly #passedOver = new Set<string>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Why nothing new leaves. */
  pause(): Pause | undefined {
    const isSilent = this.#parts.queues.some((queue) => queue.isSilent);
    return this.#standstill() ?? (isSilent ? { until: forEver, because: "no-answer" } : undefined);
  }

  /** Why nothing leaves at all. */
  #standstill(): Pause | undefined {
    const { environment } = this.#parts;
    if (!environment.isOnline()) return { until: forEver, because: "offline" };
    const now = environment.now();
    return this.#pause && endOfWait(this.#pause.until, now) > now ? this.#pause : undefined;
  }

  storageFault(): string | undefined {
    return this.#fault;
  }

  /** The network or the session is back: entries waiting only for that may leave. */
  sendWaiting(): void {
    if (this.#pause?.because !== "busy") this.#pause = undefined;
    this.#parts.onStatus();
    this.requestRun();
  }

  /** Like `sendWaiting`, and also retries a busy or unresponsive service early. */
  retryNow(): void {
    for (const queue of this.#parts.queues) queue.tryAgain();
    this.#setPause(undefined);
    this.requestRun();
  }

  /** Starts a run as soon as no other tab is sending. */
  requestRun(): void {
    this.notify();
    if (this.#isRunning) this.#hasMore = true;
    else void this.#runUnderLock();
  }

  async #runUnderLock(): Promise<void> {
    const { environment, lockName, askForLock } = this.#parts;
    const { signal } = this.#stop;
    this.#isRunning = true;
    try {
      do {
        signal.throwIfAborted();
        askForLock();
        await environment.locks.request(lockName, { signal }, () => {
          this.#hasMore = false;
          return this.#run();
        });
        // A tab that asked meanwhile goes first.
      } while (this.#hasMore);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Makes a run in progress check again, since something was queued. */
  notify(): void {
    for (const worker of this.#workers.values()) worker.notify();
  }

  /** Changes an entry marked as sending that has not left this tab. False when it has left. */
  async takeBack(queue: OutgoingQueue, id: string, change: ChangePlace): Promise<boolean> {
    return (await this.#workers.get(queue)?.takeBack(id, change)) ?? false;
  }

  #failed(error: unknown): void {
    if (this.#stop.signal.aborted || error instanceof WorkspaceClosed) return;
    // Nothing leaves that could not be recorded first; retried when there may be space.
    this.#setFault(
      error instanceof StorageFailure
        ? error.message
        : "The outbox stopped because of an error in the console.",
    );
    this.#runIn(storagePause);
  }

  #setFault(fault: string | undefined): void {
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#parts.onStatus();
  }

  #runIn(ms: number): void {
    this.#stopTimer?.();
    this.#stopTimer = this.#parts.environment.setTimer(() => this.requestRun(), ms);
  }

  async #run(): Promise<void> {
    await this.#parts.refresh();
    for (const queue of this.#parts.queues) await this.#recover(queue);
    this.#passedOver.clear();
    // Every queue finishes before the lock is released, even if another fails: what is in flight is not unknown.
    const ends = await Promise.allSettled(this.#parts.queues.map((queue) => this.#work(queue)));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    this.#setFault(undefined);
    this.#scheduleNext();
  }

  /** Only the lock's holder sends, so anything `sending` now was left by a tab that is gone. */
  async #recover(queue: OutgoingQueue): Promise<void> {
    const left = [...queue.queuedIds].filter((id) => queue.queued(id)?.state === "sending");
    const message = "The page was closed before an answer came.";
    for (const id of left) {
      const startedAt = queue.startedAt(id) ?? 0;
      const settled = await queue.settle(id, { kind: "unknown", message }, { startedAt });
      if (settled) this.#parts.onSettled(settled);
    }
  }

  async #work(queue: OutgoingQueue): Promise<void> {
    const worker = new QueueWorker({
      queue,
      now: () => this.#parts.environment.now(),
      isHeldUp: () => this.#standstill() !== undefined || this.#stop.signal.aborted,
      send: (job) => this.#sent(job),
      settle: ({ id, startedAt }, result, durationMs) =>
        this.#settle(queue, { id, startedAt, durationMs }, result),
      onDropped: (settled) => this.#parts.onSettled(settled),
      staysOpen: () => this.#staysOpen(queue),
    });
    this.#workers.set(queue, worker);
    try {
      await worker.run();
    } finally {
      this.#workers.delete(queue);
      for (const id of worker.passedOver()) this.#passedOver.add(id);
      this.notify();
    }
  }

  /** A queue with nothing to send stays open while another is busy: a message put in meanwhile does not wait for a batch of visits. */
  #staysOpen(queue: OutgoingQueue): boolean {
    // An entry of this queue may become due first.
    this.#scheduleNext([queue]);
    return [...this.#workers.values()].some((worker) => worker.isWorking);
  }

  async #sent(job: Claimed): Promise<SendResult> {
    try {
      return await job.send(this.#stop.signal);
    } catch {
      return { kind: "unknown", message: "The console failed while it was sending." };
    }
  }

  /** Stores the outcome, retrying until the browser accepts it, since it is known. */
  async #settle(
    queue: OutgoingQueue,
    { id, ...sent }: SentAttempt & { readonly id: string },
    result: SendResult,
  ): Promise<void> {
    const { environment } = this.#parts;
    this.#pauseAfter(result);
    for (;;) {
      try {
        const settled = await queue.settle(id, result, sent);
        if (settled) this.#parts.onSettled(settled);
        const place = queue.queued(id);
        if (result.kind === "busy" && place) this.#setPause({ until: place.notBefore, because: "busy" });
        return;
      } catch (error) {
        if (!(error instanceof StorageFailure) || error.kind === "closed") throw error;
        this.#setFault(`${error.message} An outcome is known and waits to be written; keep this page open.`);
        await new Promise<void>((resolve) => void environment.setTimer(resolve, storagePause));
      }
    }
  }

  #setPause(pause: Pause | undefined): void {
    this.#pause = pause;
    this.#parts.onStatus();
  }

  #pauseAfter({ kind }: SendResult): void {
    const now = this.#parts.environment.now();
    if (kind === "not-sent") this.#setPause({ until: now + offlinePause, because: "offline" });
    if (kind === "no-session") this.#setPause({ until: forEver, because: "session" });
    // Until the exact pause is known; nothing may be sent in between.
    if (kind === "busy") this.#setPause({ until: now + 1000, because: "busy" });
  }

  #scheduleNext(queues = this.#parts.queues): void {
    this.#stopTimer?.();
    const now = this.#parts.environment.now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const queue of queues)
      for (const id of queue.queuedIds) {
        const queued = queue.queued(id);
        // Entries waiting for another's outcome are checked when that arrives.
        const isPassedOver = this.#passedOver.has(id) || this.#workers.get(queue)?.passedOver().has(id);
        if (queued?.state === "waiting" && !isPassedOver && queue.mayLeave(id))
          earliest = Math.min(earliest, endOfWait(queued.notBefore, now));
      }
    const next = Math.max(this.#standstill()?.until ?? 0, earliest);
    if (Number.isFinite(next)) this.#runIn(Math.max(50, next - now));
  }

  stop(): void {
    this.#stop.abort();
    this.#stopTimer?.();
  }
}
