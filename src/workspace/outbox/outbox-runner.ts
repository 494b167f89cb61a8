import type { Environment } from "#room/workspace/browser/environment.ts";
import { StorageFailure, WorkspaceClosed } from "#room/workspace/browser/failures.ts";
import { type First, SendRight } from "./send-right.ts";
import { LaneDrain } from "./lane-drain.ts";
import type { OutboxStatus, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { ChangePlace, Claimed, SendLane, SentAttempt } from "./send-lane.ts";

export interface RunnerParts {
  readonly environment: Environment;
  readonly lanes: readonly SendLane[];
  /** The same in every tab of this user: the right to send. */
  readonly lockName: string;
  /** Reads what other tabs wrote. */
  refresh(): Promise<void>;
  /** Asks the tab that keeps the right to send to give it up. */
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
/** Between two tries to write down what the browser would not keep. Milliseconds. */
const storagePause = 5000;

/**
 * Lets things leave: one tab at a time, under a lock that the browser gives up when the tab dies. Whoever gets the
 * lock first calls unknown what a dead tab left under way. A tab that is about to send keeps the lock while it rests,
 * until another one asks for it.
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
    return this.#pause && this.#pause.until > environment.now() ? this.#pause : undefined;
  }

  storageFault(): string | undefined {
    return this.#fault;
  }

  /** The network or the session is back: what waited for it alone may go. */
  sendWaiting(): void {
    if (this.#pause?.because !== "busy") this.#pause = undefined;
    this.requestRun();
  }

  /** As `sendWaiting`, and a busy or silent service is asked again before its time. */
  retryNow(): void {
    for (const lane of this.#parts.lanes) lane.tryAgain();
    this.#parts.onStatus();
    this.#pause = undefined;
    this.requestRun();
  }

  /** Looks for something to send, as soon as no other tab is sending. */
  requestRun(): void {
    this.notify();
    this.#right.requestRun();
  }

  /** Keeps the right to send from the next run on, so that a send need not wait for it. Gives what ends it. */
  keep(): () => void {
    const stop = this.#right.keep();
    this.requestRun();
    return stop;
  }

  /** Another tab asks for the right to send. */
  giveUpLock(): void {
    this.#right.giveUp();
  }

  /**
   * Begins a run with something that is put in and claimed in one step. Undefined when this tab does not rest with
   * the right to send in its hand, false when the claim found that it must go the usual way.
   */
  begin(
    lane: SendLane,
    claim: (signal: AbortSignal) => Promise<Claimed | undefined>,
  ): Promise<boolean> | undefined {
    const { signal } = this.#stop;
    if (signal.aborted || this.pause()) return undefined;
    return this.#right.begin(lane, () => claim(signal));
  }

  /** Lets a run that is under way look again: something was put in. */
  notify(): void {
    for (const drain of this.#drains.values()) drain.notify();
  }

  /** Changes a place that is written down as sending and has not left this tab. False when it has. */
  async takeBack(lane: SendLane, id: string, change: ChangePlace): Promise<boolean> {
    return (await this.#drains.get(lane)?.takeBack(id, change)) ?? false;
  }

  #failed(error: unknown): void {
    if (this.#stop.signal.aborted || error instanceof WorkspaceClosed) return;
    // Nothing leaves that could not be written down first; try again when there may be room.
    this.#setFault(
      error instanceof StorageFailure ? error.message : "The outbox stopped for a fault of the console.",
    );
    this.#wakeIn(storagePause);
  }

  #setFault(fault: string | undefined): void {
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#parts.onStatus();
  }

  #wakeIn(ms: number): void {
    this.#stopTimer?.();
    this.#stopTimer = this.#parts.environment.setTimer(() => this.requestRun(), Math.min(ms, 2 ** 30));
  }

  async #run(first?: First): Promise<void> {
    // What comes first is written only when this tab has seen everything, and it has held the lock since it recovered.
    if (!first) {
      await this.#parts.refresh();
      for (const lane of this.#parts.lanes) await this.#recover(lane);
    }
    this.#passedOver.clear();
    // Every lane comes to its end before the lock goes, also when another one fails: what is on its way is not unknown.
    const ends = await Promise.allSettled(
      this.#parts.lanes.map((lane) => this.#drain(lane, first?.lane === lane ? first : undefined)),
    );
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    this.#setFault(undefined);
    this.#scheduleNext();
  }

  /** Only the holder of the lock sends, so whatever is `sending` now was left by a tab that is gone. */
  async #recover(lane: SendLane): Promise<void> {
    const left = [...lane.queuedIds].filter((id) => lane.queued(id)?.state === "sending");
    const message = "The page was closed before an answer came.";
    for (const id of left) {
      const startedAt = lane.startedAt(id) ?? 0;
      const told = await lane.settle(id, { kind: "unknown", message }, { startedAt });
      if (told) this.#parts.onSettled(told);
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

  /** Writes the outcome down. It is known, so a browser that will not keep it is asked until it does. */
  async #settle(
    lane: SendLane,
    { id, ...sent }: SentAttempt & { readonly id: string },
    result: SendResult,
  ): Promise<void> {
    const { environment } = this.#parts;
    this.#pauseAfter(result);
    for (;;) {
      try {
        const told = await lane.settle(id, result, sent);
        if (told) this.#parts.onSettled(told);
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
    // Until the exact pause is known; nothing may slip out in between.
    if (kind === "busy") this.#setPause({ until: now + 1000, because: "busy" });
  }

  #scheduleNext(): void {
    this.#stopTimer?.();
    let earliest = Number.POSITIVE_INFINITY;
    for (const lane of this.#parts.lanes)
      for (const id of lane.queuedIds) {
        const queued = lane.queued(id);
        // What waits for another's outcome is looked at when that comes.
        if (queued?.state === "waiting" && !this.#passedOver.has(id) && lane.mayLeave(id))
          earliest = Math.min(earliest, queued.notBefore);
      }
    const next = Math.max(this.#standstill()?.until ?? 0, earliest);
    if (Number.isFinite(next)) this.#wakeIn(Math.max(50, next - this.#parts.environment.now()));
  }

  stop(): void {
    this.#stop.abort();
    this.#right.stop();
    this.#stopTimer?.();
  }
}
