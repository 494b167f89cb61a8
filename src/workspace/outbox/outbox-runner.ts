import type { Environment } from "#room/workspace/browser/environment.ts";
import { StorageFailure, WorkspaceClosed } from "#room/workspace/browser/failures.ts";
import { LaneDrain } from "./lane-drain.ts";
import { endOfWait, type ChangePlace, type Claimed, type SendLane, type SentAttempt } from "./send-lane.ts";
import type { OutboxStatus, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";

export interface RunnerParts {
  readonly environment: Environment;
  readonly lanes: readonly SendLane[];
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
 * Runs the lanes, one tab at a time: each run is under a lock that the browser releases when the tab dies. It first
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
  readonly #drains = new Map<SendLane, LaneDrain>();
  readonly #passedOver = new Set<string>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Why nothing new leaves. */
  pause(): Pause | undefined {
    const isSilent = this.#parts.lanes.some((lane) => lane.isSilent);
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
    this.requestRun();
  }

  /** Like `sendWaiting`, and also retries a busy or unresponsive service early. */
  retryNow(): void {
    for (const lane of this.#parts.lanes) lane.tryAgain();
    this.#parts.onStatus();
    this.#pause = undefined;
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
    for (const drain of this.#drains.values()) drain.notify();
  }

  /** Changes an entry marked as sending that has not left this tab. False when it has left. */
  async takeBack(lane: SendLane, id: string, change: ChangePlace): Promise<boolean> {
    return (await this.#drains.get(lane)?.takeBack(id, change)) ?? false;
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
    this.#stopTimer = this.#parts.environment.setTimer(() => this.requestRun(), Math.min(ms, 2 ** 30));
  }

  async #run(): Promise<void> {
    await this.#parts.refresh();
    for (const lane of this.#parts.lanes) await this.#recover(lane);
    this.#passedOver.clear();
    // Every lane finishes before the lock is released, even if another fails: what is in flight is not unknown.
    const ends = await Promise.allSettled(this.#parts.lanes.map((lane) => this.#drain(lane)));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    this.#setFault(undefined);
    this.#scheduleNext();
  }

  /** Only the lock's holder sends, so anything `sending` now was left by a tab that is gone. */
  async #recover(lane: SendLane): Promise<void> {
    const left = [...lane.queuedIds].filter((id) => lane.queued(id)?.state === "sending");
    const message = "The page was closed before an answer came.";
    for (const id of left) {
      const startedAt = lane.startedAt(id) ?? 0;
      const settled = await lane.settle(id, { kind: "unknown", message }, { startedAt });
      if (settled) this.#parts.onSettled(settled);
    }
  }

  async #drain(lane: SendLane): Promise<void> {
    const drain = new LaneDrain({
      lane,
      now: () => this.#parts.environment.now(),
      isHeldUp: () => this.#standstill() !== undefined || this.#stop.signal.aborted,
      send: (job) => this.#sent(job),
      settle: ({ id, startedAt }, result, durationMs) =>
        this.#settle(lane, { id, startedAt, durationMs }, result),
      onDropped: (settled) => this.#parts.onSettled(settled),
      staysOpen: () => this.#staysOpen(lane),
    });
    this.#drains.set(lane, drain);
    try {
      await drain.run();
    } finally {
      this.#drains.delete(lane);
      for (const id of drain.passedOver()) this.#passedOver.add(id);
      this.notify();
    }
  }

  /** A lane with nothing to send stays open while another is busy: a message put in meanwhile does not wait for a batch of visits. */
  #staysOpen(lane: SendLane): boolean {
    const isBusy = [...this.#drains.values()].some((drain) => drain.isWorking);
    // An entry of this lane may become due first.
    if (isBusy) this.#scheduleNext([lane]);
    return isBusy;
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
    lane: SendLane,
    { id, ...sent }: SentAttempt & { readonly id: string },
    result: SendResult,
  ): Promise<void> {
    const { environment } = this.#parts;
    this.#pauseAfter(result);
    for (;;) {
      try {
        const settled = await lane.settle(id, result, sent);
        if (settled) this.#parts.onSettled(settled);
        const place = lane.queued(id);
        if (result.kind === "busy" && place) this.#setPause({ until: place.notBefore, because: "busy" });
        return;
      } catch (error) {
        if (!(error instanceof StorageFailure) || error.kind === "closed") throw error;
        this.#setFault(`${error.message} An outcome is known and waits to be written; keep this page open.`);
        await new Promise<void>((resolve) => void environment.setTimer(resolve, storagePause));
      }
    }
  }

  #setPause(pause: Pause): void {
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

  #scheduleNext(lanes = this.#parts.lanes): void {
    this.#stopTimer?.();
    const now = this.#parts.environment.now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const lane of lanes)
      for (const id of lane.queuedIds) {
        const queued = lane.queued(id);
        // Entries waiting for another's outcome are checked when that arrives.
        const isPassedOver = this.#passedOver.has(id) || this.#drains.get(lane)?.passedOver().has(id);
        if (queued?.state === "waiting" && !isPassedOver && lane.mayLeave(id))
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
