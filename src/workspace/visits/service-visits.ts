import { Listeners } from "#room/signals/listeners.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { type Claim, holderOf, isSameUser } from "./claim.ts";
import { eventKey } from "./visit-entry.ts";

interface ServiceParts {
  readonly userName: string;
  /** Milliseconds since 1970, by the service's clock. */
  serviceNow(): number;
  setTimer(run: () => void, ms: number): () => void;
  /** Rows as they now stand, however they came. */
  onRows?(rows: readonly VisitRow[]): void;
}

const unknown: Claim = { kind: "unknown" };

/** Renewing a visit may leave its number unchanged; the later expiry is then the newer one. */
function isOlder(next: VisitRow, known: VisitRow): boolean {
  if (next.changeNumber !== known.changeNumber) return next.changeNumber < known.changeNumber;
  return msOf(next.takenUntil) < msOf(known.takenUntil);
}

/**
 * The one copy of what the service said last about its visits, by change number: every answer and every change is put
 * here; rows, counts, the open visit and who has it are read from here. Only in memory.
 */
export class ServiceVisits {
  readonly #parts: ServiceParts;
  #rows: ReadonlyMap<string, VisitRow | null> = new Map();
  readonly #wereMine = new Set<string>();
  /** Until when this user has which. */
  readonly #leases = new Map<string, number>();
  #stopTimer: () => void = () => undefined;
  readonly #listeners = new Listeners();

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** By visitId; null: the service was asked and has no such visit. A new map when something changes. */
  readonly rows = (): ReadonlyMap<string, VisitRow | null> => this.#rows;

  row(visitId: string): VisitRow | null | undefined {
    return this.#rows.get(eventKey(visitId));
  }

  /**
   * Applies what the service said, in whatever order it arrives.
   *
   * @param asked the visits in the request: the service does not have those it did not return
   */
  receive(given: VisitRow | readonly VisitRow[], asked: readonly string[] = []): void {
    const list: readonly VisitRow[] = "visitId" in given ? [given] : given;
    const next = new Map(this.#rows);
    const answered = new Set(list.map(({ visitId }) => eventKey(visitId)));
    let isChanged = false;
    for (const id of asked.map(eventKey)) {
      if (answered.has(id) || next.get(id) === null) continue;
      next.set(id, null);
      isChanged = true;
    }
    for (const row of list) {
      const id = eventKey(row.visitId);
      const known = next.get(id);
      if (known === row || (known && isOlder(row, known))) continue;
      next.set(id, row);
      this.#followLease(id, row);
      isChanged = true;
    }
    if (isChanged) {
      this.#rows = next;
      this.#notify();
    }
    this.#parts.onRows?.([...answered].flatMap((id) => next.get(id) ?? []));
  }

  #followLease(id: string, row: VisitRow): void {
    this.#leases.delete(id);
    const holder = holderOf(row, this.#parts.serviceNow());
    if (!holder || !isSameUser(holder.by, this.#parts.userName)) return;
    this.#wereMine.add(id);
    this.#leases.set(id, holder.until);
  }

  /** This user gives the visit back, so it does not count as lost. */
  release(visitId: string): void {
    this.#wereMine.delete(eventKey(visitId));
  }

  claim(visitId: string): Claim {
    const id = eventKey(visitId);
    const row = this.#rows.get(id);
    if (!row) return unknown;
    const wasMine = this.#wereMine.has(id);
    const { state, eventId } = row;
    if (state === "charged") return { kind: state, eventId, wasMine };
    if (state === "voided") return { kind: "charged", eventId, wasMine, isVoided: true };
    if (state === "closed") return { kind: state, wasMine };
    const holder = holderOf(row, this.#parts.serviceNow());
    if (!holder) return wasMine ? { kind: "ran-out" } : { kind: "free" };
    if (isSameUser(holder.by, this.#parts.userName)) return { kind: "mine", until: holder.until };
    const { takenSince } = row;
    return { kind: "theirs", ...holder, ...(takenSince && { since: msOf(takenSince) }), wasMine };
  }

  readonly subscribe = this.#listeners.add;

  /** Also at the end of the next lease. One timer waits for all: a bulk run may take thousands. */
  #notify(): void {
    this.#stopTimer();
    const now = this.#parts.serviceNow();
    const ends = [...this.#leases.values()].filter((until) => until >= now);
    if (ends.length > 0)
      this.#stopTimer = this.#parts.setTimer(() => this.#notify(), Math.min(...ends) - now + 1);
    this.#listeners.tell();
  }

  clear(): void {
    this.#leases.clear();
    this.#wereMine.clear();
    this.forget();
  }

  /** What this user may see has changed: what they had taken is known on, and is asked for anew. */
  forget(): void {
    this.#rows = new Map();
    this.#notify();
  }
}
