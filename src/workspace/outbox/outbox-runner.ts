import type { Environment } from "#room/workspace/browser/environment.ts";
import { StorageFailure, WorkspaceClosed } from "#room/workspace/browser/failures.ts";
import { type First, SendRight } from "./send-right.ts";
import { LaneDrain } from "./lane-drain.ts";
import { endOfWait } from "./place.ts";
import type { OutboxStatus, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { ChangePlace, Claimed, SendLane, SentAttempt } from "./send-lane.ts";

export interface RunnerParts {
  readonly environment: Environment;
  readonly lanes: readonly SendLane[];
  /** The send lock, the same in every tab of this user. */
  readonly lockName: string;
  /** Reads what other tabs wrote. */
  refresh(): Promise<void>;
  /** Asks the tab that has the send lock to release it. */
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
 * Runs the lanes, one tab at a time, under a lock that the browser releases when the tab dies. The first to acquire the
 * lock marks attempts a dead tab left open as unknown. A tab about to send keeps the lock while idle, until another tab
 * asks for it.
 */
export class OutboxRunner {
  readonly #parts: RunnerParts;
  readonly #right: SendRight;
  #stopTimer: (() => void) | undefined;
  #pause: Pause | undefined;
  #fault: string | undefined;
  readonly #stop = new AbortController();
  readonly #drains = new Map<SendLane, LaneDrain>();
  readonly #passedOver = new Set<string>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    const { environment, lockName } = parts;
    this.#right = new SendRight({
      environment,
      lockName,
      signal: this.#stop.signal,
      askOthers: () => parts.askForLock(),
      run: (first) => this.#run(first),
      onFailed: (error) => this.#failed(error),
    });
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
    this.#right.requestRun();
  }

  /**
   * Keeps the send lock from the next run on, so that a send need not wait for it. Returns a function that stops it.
   */
  keep(): () => void {
    const stop = this.#right.keep();
    this.requestRun();
    return stop;
  }

  /** Another tab asks for the send lock. */
  giveUpLock(): void {
    this.#right.giveUp();
  }

  /**
   * Starts a run with an entry that is queued and claimed in one step. Undefined when this tab is not idle with the
   * send lock; false when the claim found that the entry must be sent the usual way.
   */
  begin(
    lane: SendLane,
    claim: (signal: AbortSignal) => Promise<Claimed | undefined>,
  ): Promise<boolean> | undefined {
    const { signal } = this.#stop;
    if (signal.aborted || this.pause()) return undefined;
    return this.#right.begin(lane, () => claim(signal));
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

  async #run(first?: First): Promise<void> {
    // The first entry is recorded only when this tab has read everything, and it has had the lock since it recovered.
    if (!first) {
      await this.#parts.refresh();
      for (const lane of this.#parts.lanes) await this.#recover(lane);
    }
    this.#passedOver.clear();
    // Every lane finishes before the lock is released, even if another fails: what is in flight is not unknown.
    const ends = await Promise.allSettled(
      this.#parts.lanes.map((lane) => this.#drain(lane, first?.lane === lane ? first : undefined)),
    );
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

  async #drain(lane: SendLane, first: First | undefined): Promise<void> {
    const drain = new LaneDrain({
      lane,
      now: () => this.#parts.environment.now(),
      isHeldUp: () => this.#standstill() !== undefined || this.#stop.signal.aborted,
      send: (job) => this.#sent(job),
      settle: ({ id, startedAt }, result, durationMs) =>
        this.#settle(lane, { id, startedAt, durationMs }, result),
      onDropped: (settled) => this.#parts.onSettled(settled),
    });
    this.#drains.set(lane, drain);
    try {
      await drain.run(first && (() => first.claim()));
    } finally {
      this.#drains.delete(lane);
      for (const id of drain.passedOver()) this.#passedOver.add(id);
    }
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

  #scheduleNext(): void {
    this.#stopTimer?.();
    const now = this.#parts.environment.now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const lane of this.#parts.lanes)
      for (const id of lane.queuedIds) {
        const queued = lane.queued(id);
        // Entries waiting for another's outcome are checked when that arrives.
        if (queued?.state === "waiting" && !this.#passedOver.has(id) && lane.mayLeave(id))
          earliest = Math.min(earliest, endOfWait(queued.notBefore, now));
      }
    const next = Math.max(this.#standstill()?.until ?? 0, earliest);
    if (Number.isFinite(next)) this.#runIn(Math.max(50, next - now));
  }

  stop(): void {
    this.#stop.abort();
    this.#right.stop();
    this.#stopTimer?.();
  }
}
