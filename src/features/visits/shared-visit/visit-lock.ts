import { NetworkFailure } from "#room/api/failures.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { ServiceVisits } from "#room/workspace/visits/service-visits.ts";
import { Signal } from "#room/signals/signal.ts";

interface HoldCalls {
  take(visitId: string, takeOverFrom?: string): Promise<VisitRow>;
  release(visitId: string): Promise<VisitRow>;
  /** The service refused: reload what it knows about the visit. */
  lookAgain(): void;
}

interface HoldParts {
  readonly visitId: string;
  readonly service: Pick<ServiceVisits, "claim" | "receive" | "release">;
  readonly calls: HoldCalls;
  /** Milliseconds since 1970, by the service's clock. */
  now(): number;
}

export interface LockState {
  readonly isBusy: boolean;
  readonly error?: unknown;
  /** It was to be taken, and no answer came: nobody else knows that it is worked on. */
  readonly isOwed?: boolean;
}

/** A claim is renewed after this part of its time, so an active user always has most of it left. */
const renewAfter = 1 / 6;
/** After a first edit failed to take the visit, further keystrokes wait this long. Milliseconds. */
const pauseMs = 5000;

/** This user's claim on a visit of the clinic's queue while its page is open: taken and renewed by editing. */
export class VisitLock {
  readonly #parts: HoldParts;
  readonly #state = new Signal<LockState>({ isBusy: false });
  readonly state = this.#state.get;
  readonly subscribe = this.#state.subscribe;
  #taking: Promise<boolean> | undefined;
  #takenAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Leaving the page leaves nothing behind: charged or given back, or the page goes on with a newer event. */
  isDone = false;

  constructor(parts: HoldParts) {
    this.#parts = parts;
  }

  /** True when this user has the visit now, taken over from nobody but whom the user saw with it. One call at a time. */
  take(takeOverFrom?: string): Promise<boolean> {
    this.#taking ??= this.#take(takeOverFrom).finally(() => {
      this.#taking = undefined;
    });
    return this.#taking;
  }

  async #take(takeOverFrom?: string): Promise<boolean> {
    const { visitId, service, calls, now } = this.#parts;
    this.#state.set({ isBusy: true });
    const sentAt = now();
    try {
      service.receive(await calls.take(visitId, takeOverFrom));
      this.isDone = false;
      this.#takenAt = sentAt;
      this.#state.set({ isBusy: false });
      return service.claim(visitId).kind === "mine";
    } catch (error) {
      this.#failedAt = now();
      calls.lookAgain();
      this.#state.set({ isBusy: false, error, isOwed: error instanceof NetworkFailure });
      return false;
    }
  }

  /** The draft was edited: takes a free visit, renews this user's. What was lost stays lost. */
  worked(): void {
    const { visitId, service, now } = this.#parts;
    if (this.#taking || now() - this.#failedAt < pauseMs) return;
    const claim = service.claim(visitId);
    const isDue = claim.kind === "mine" && now() - this.#takenAt > (claim.until - this.#takenAt) * renewAfter;
    if (isDue || claim.kind === "free") void this.take();
  }

  isOurs(): boolean {
    const { kind } = this.#parts.service.claim(this.#parts.visitId);
    return kind === "mine" || kind === "unknown";
  }

  /** True when this user can send the visit; takes it if nobody has it and it was not lost. */
  async ensure(): Promise<boolean> {
    const { kind } = this.#parts.service.claim(this.#parts.visitId);
    return kind === "free" ? this.take() : this.isOurs();
  }

  async release(): Promise<boolean> {
    const { visitId, service, calls } = this.#parts;
    // A renewal that the service gets later would take it again.
    await this.#taking;
    this.#state.set({ isBusy: true });
    try {
      const row = await calls.release(visitId);
      service.release(visitId);
      service.receive(row);
      this.#state.set({ isBusy: false });
      return true;
    } catch (error) {
      calls.lookAgain();
      this.#state.set({ isBusy: false, error });
      return false;
    }
  }

  done(): void {
    this.isDone = true;
    this.#parts.calls.lookAgain();
  }

  /** The page goes on with a newer event of the visit. */
  superseded(): void {
    this.isDone = true;
  }

  /** The service confirmed an action that released the visit: snoozed, closed. */
  released(row: VisitRow): void {
    this.isDone = true;
    this.#parts.service.release(row.visitId);
    this.#parts.service.receive(row);
  }
}
