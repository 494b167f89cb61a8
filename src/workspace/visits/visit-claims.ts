import { eventKey } from "./event-key.ts";
import { type VisitStanding, type Claim, isOlder, isSameUser } from "./visit-standing.ts";

interface Held {
  readonly standing: VisitStanding;
  readonly wasMine: boolean;
  readonly stopTimer?: () => void;
}

interface ClaimParts {
  readonly userName: string;
  /** Milliseconds since 1970, by the service's clock. */
  serviceNow(): number;
  setTimer(run: () => void, ms: number): () => void;
}

const unknown: Claim = { kind: "unknown" };

/** Who has which visit of the clinic's queue. Only in memory: reloaded when the console opens. */
export class VisitClaims {
  readonly #parts: ClaimParts;
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<() => void>();

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /** Applies what the service said, in whatever order it arrives. */
  receive(standing: VisitStanding): void {
    const key = eventKey(standing.visitId);
    const known = this.#held.get(key);
    if (known && isOlder(standing, known.standing)) return;
    known?.stopTimer?.();
    const isMine = this.#isMine(standing);
    const left = (standing.takenUntil ?? 0) - this.#parts.serviceNow();
    const wasMine = isMine || (known?.wasMine ?? false);
    const stopTimer = isMine ? this.#parts.setTimer(() => this.#notify(), left + 1) : undefined;
    this.#held.set(key, { standing, wasMine, ...(stopTimer && { stopTimer }) });
    this.#notify();
  }

  /** This user gives the visit back, so it does not count as lost. */
  release(visitId: string): void {
    const key = eventKey(visitId);
    const known = this.#held.get(key);
    if (known) this.#held.set(key, { ...known, wasMine: false });
  }

  standing(visitId: string): VisitStanding | undefined {
    return this.#held.get(eventKey(visitId))?.standing;
  }

  of(visitId: string): Claim {
    const held = this.#held.get(eventKey(visitId));
    if (!held) return unknown;
    const { standing, wasMine } = held;
    const { state, eventId, takenBy, takenSince, takenUntil = 0 } = standing;
    if (state === "charged") return { kind: "charged", eventId, wasMine };
    if (state === "closed") return { kind: "closed", wasMine };
    if (this.#isMine(standing)) return { kind: "mine", until: takenUntil };
    const since = takenSince === undefined ? {} : { since: takenSince };
    if (
      takenBy !== undefined &&
      !isSameUser(takenBy, this.#parts.userName) &&
      takenUntil > this.#parts.serviceNow()
    )
      return { kind: "theirs", by: takenBy, ...since, until: takenUntil, wasMine };
    return wasMine ? { kind: "ran-out" } : { kind: "free" };
  }

  #isMine({ state, takenBy, takenUntil = 0 }: VisitStanding): boolean {
    if (takenBy === undefined || state === "charged" || state === "closed") return false;
    return isSameUser(takenBy, this.#parts.userName) && takenUntil > this.#parts.serviceNow();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Forgets everything. */
  clear(): void {
    for (const { stopTimer } of this.#held.values()) stopTimer?.();
    this.#held.clear();
    this.#notify();
  }
}
