import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { standingOf } from "./standing.ts";
import type { HoldParts, HoldState } from "./hold-parts.ts";

/** A visit is taken again when so much of its time is over; whoever works has it for the rest at least. */
const renewAfter = 1 / 6;
/** A first edit that could not take the visit is not followed by a call for each key. Milliseconds. */
const pauseMs = 5000;

/** This user's hold of one visit of the clinic's queue, while its page is open: taken by work, renewed by work. */
export class VisitHold {
  readonly #parts: HoldParts;
  readonly #listeners = new Set<() => void>();
  #state: HoldState = { isBusy: false };
  #taking: Promise<boolean> | undefined;
  #takenAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** The service lets go of a charged visit by itself. */
  isDone = false;

  constructor(parts: HoldParts) {
    this.#parts = parts;
  }

  readonly state = (): HoldState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #become(state: HoldState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** True when this user has the visit now. One call at a time. */
  take({ isTakeOver = false } = {}): Promise<boolean> {
    this.#taking ??= this.#take(isTakeOver).finally(() => {
      this.#taking = undefined;
    });
    return this.#taking;
  }

  async #take(isTakeOver: boolean): Promise<boolean> {
    const { visitId, claims, calls, now } = this.#parts;
    this.#become({ isBusy: true });
    const askedAt = now();
    try {
      claims.hear(standingOf(await calls.take(visitId, isTakeOver)));
      this.#takenAt = askedAt;
      this.#become({ isBusy: false });
      return claims.of(visitId).kind === "mine";
    } catch (error) {
      this.#failedAt = now();
      calls.lookAgain();
      this.#become({ isBusy: false, error });
      return false;
    }
  }

  /** Something was done to the draft: what is free is taken by it, what is this user's is kept so. What was lost stays lost. */
  worked(): void {
    const { visitId, claims, now } = this.#parts;
    if (this.#taking || now() - this.#failedAt < pauseMs) return;
    const claim = claims.of(visitId);
    const isDue = claim.kind === "mine" && now() - this.#takenAt > (claim.until - this.#takenAt) * renewAfter;
    if (isDue || claim.kind === "free") void this.take();
  }

  isOurs(): boolean {
    const { kind } = this.#parts.claims.of(this.#parts.visitId);
    return kind === "mine" || kind === "unknown";
  }

  /** True when the visit can be sent by this user; takes it where nobody has it and it was not lost. */
  async ensure(): Promise<boolean> {
    const { kind } = this.#parts.claims.of(this.#parts.visitId);
    return kind === "free" ? this.take() : this.isOurs();
  }

  async release(): Promise<boolean> {
    const { visitId, claims, calls } = this.#parts;
    this.#become({ isBusy: true });
    try {
      const row = await calls.release(visitId);
      claims.letGo(visitId);
      claims.hear(standingOf(row));
      this.#become({ isBusy: false });
      return true;
    } catch (error) {
      calls.lookAgain();
      this.#become({ isBusy: false, error });
      return false;
    }
  }

  /** Charged from here. */
  done(): void {
    this.isDone = true;
    this.#parts.calls.lookAgain();
  }

  /** The service answered a deed that gave the visit back: put off, closed. */
  gaveBack(row: VisitRow): void {
    this.#parts.claims.letGo(row.visitId);
    this.#parts.claims.hear(standingOf(row));
  }
}
