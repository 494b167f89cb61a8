import type { Environment } from "#room/workspace/browser/environment.ts";
import type { Claimed, SendLane } from "./send-lane.ts";

/** The first entry of a run, claimed in the same step that queues it. */
export interface First {
  readonly lane: SendLane;
  claim(): Promise<Claimed | undefined>;
}

/**
 * The state of the send lock in this tab. `isWanted`: another tab has asked for it. `hasMore`: something was queued
 * during the run, so it checks again before going idle.
 */
type RightState =
  | { readonly at: "idle" }
  | { readonly at: "asking"; isWanted: boolean; stopAsking: () => void }
  | { readonly at: "running"; isWanted: boolean; hasMore: boolean }
  | { readonly at: "resting"; proceed: (turn: Turn) => void };

/**
 * How an idle phase with the lock ends: with a run over all that waits, with one that starts with `first`, or for good.
 */
type Turn =
  | { readonly kind: "look" }
  | { readonly kind: "begin"; readonly first: First }
  | { readonly kind: "leave" };

export interface SendRightParts {
  readonly environment: Environment;
  /** The same in every tab of this user. */
  readonly lockName: string;
  /** Stops everything. */
  readonly signal: AbortSignal;
  /** Asks the tab that has the lock to release it. */
  askOthers(): void;
  run(first: First | undefined): Promise<void>;
  onFailed(error: unknown): void;
}

/** Delay between requests to another tab for the lock, in milliseconds. */
const askPause = 1000;

/**
 * The right to send, which one tab has at a time: a lock that the browser releases when the tab dies. A tab about to
 * send keeps it while idle, until another tab asks for it.
 */
export class SendRight {
  readonly #parts: SendRightParts;
  #state: RightState = { at: "idle" };
  /** How many callers want the lock kept between runs. */
  #keepers = 0;

  constructor(parts: SendRightParts) {
    this.#parts = parts;
  }

  /** Runs as soon as this tab has the lock; once more if it is running already. */
  requestRun(): void {
    if (this.#parts.signal.aborted) return;
    const state = this.#state;
    if (state.at === "running") state.hasMore = true;
    if (state.at === "resting") state.proceed({ kind: "look" });
    if (state.at === "idle") this.#requestLock();
  }

  #requestLock(): void {
    const { environment, lockName, signal } = this.#parts;
    // A tab that asked before this is ahead in the lock's queue.
    const asking: RightState = { at: "asking", isWanted: false, stopAsking: () => undefined };
    this.#state = asking;
    environment.locks
      .request(lockName, { signal }, () => this.#hold(asking.isWanted))
      .catch((error: unknown) => {
        if (this.#state === asking) this.#state = { at: "idle" };
        this.#parts.onFailed(error);
      });
    // Asks repeatedly, since the other tab may have missed the first request.
    const ask = () => {
      if (this.#state !== asking || this.#parts.signal.aborted) return;
      this.#parts.askOthers();
      asking.stopAsking = environment.setTimer(ask, askPause);
    };
    ask();
  }

  /** Keeps the lock from the next run on, so that a send need not wait for it. Returns a function that stops it. */
  keep(): () => void {
    this.#keepers += 1;
    let isKept = true;
    return () => {
      if (!isKept) return;
      isKept = false;
      this.#keepers -= 1;
      if (this.#keepers === 0) this.#stopResting();
    };
  }

  /** Another tab asks for the lock. */
  giveUp(): void {
    const state = this.#state;
    if (state.at === "asking" || state.at === "running") state.isWanted = true;
    this.#stopResting();
  }

  #stopResting(): void {
    if (this.#state.at === "resting") this.#state.proceed({ kind: "leave" });
  }

  /**
   * Starts a run with an entry that is queued and claimed in one step. Undefined when this tab is not idle with the
   * lock; false when the claim found that the entry must be sent the usual way.
   */
  begin(lane: SendLane, claim: () => Promise<Claimed | undefined>): Promise<boolean> | undefined {
    const state = this.#state;
    if (state.at !== "resting") return undefined;
    return new Promise<boolean>((resolve, reject) => {
      const first = async () => {
        try {
          const job = await claim();
          resolve(job !== undefined);
          return job;
        } catch (error) {
          reject(error);
          return undefined;
        }
      };
      state.proceed({ kind: "begin", first: { lane, claim: first } });
    });
  }

  async #hold(isWanted: boolean): Promise<void> {
    if (this.#state.at === "asking") this.#state.stopAsking();
    const running: RightState & { at: "running" } = { at: "running", isWanted, hasMore: false };
    this.#state = running;
    let turn: Turn = { kind: "look" };
    try {
      while (turn.kind !== "leave") {
        if (turn.kind === "look") running.hasMore = false;
        await this.#parts.run(turn.kind === "begin" ? turn.first : undefined);
        const mayContinue = !running.isWanted && !this.#parts.signal.aborted;
        if (running.hasMore) turn = { kind: mayContinue ? "look" : "leave" };
        else turn = mayContinue && this.#keepers > 0 ? await this.#rest(running) : { kind: "leave" };
      }
    } finally {
      this.#state = { at: "idle" };
    }
    // The next in the lock's queue goes first.
    if (running.hasMore) this.requestRun();
  }

  /** Idle with the lock, until there is work or another tab wants it. */
  #rest(running: RightState & { at: "running" }): Promise<Turn> {
    return new Promise((resolve) => {
      const proceed = (turn: Turn) => {
        this.#state = running;
        resolve(turn);
      };
      this.#state = { at: "resting", proceed };
    });
  }

  /** After its signal was aborted. */
  stop(): void {
    if (this.#state.at === "asking") this.#state.stopAsking();
    this.#stopResting();
  }
}
