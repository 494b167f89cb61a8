import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { DraftLease, EditOptions } from "#room/workspace/draft-lease.ts";
import type { Visits } from "#room/workspace/visits.ts";
import type { NewVisit } from "./new-visit.ts";

/** The right to write a visit that is not kept yet. Its first write brings it into the workspace. */
export class NewVisitLease implements DraftLease<DraftEvent> {
  readonly #visits: Visits<DraftEvent>;
  readonly #visit: NewVisit;
  readonly #options: EditOptions;
  readonly #listeners = new Set<() => void>();
  #lease: DraftLease<DraftEvent> | undefined;
  #isReleased = false;

  constructor(visits: Visits<DraftEvent>, visit: NewVisit, options: EditOptions) {
    this.#visits = visits;
    this.#visit = visit;
    this.#options = options;
  }

  get role(): DraftLease<DraftEvent>["role"] {
    return this.#lease?.role ?? "writer";
  }

  /** True once the workspace has the visit. */
  get isKept(): boolean {
    return this.#lease !== undefined;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async put(event: DraftEvent): Promise<void> {
    if (this.#lease) return this.#lease.put(event);
    const { eventId, onKept } = this.#visit;
    // A write that failed halfway has added it already.
    if (this.#visits.summary(eventId)) await this.#visits.put(eventId, event);
    else await this.#visits.add(event, { kind: "new" });
    // Left in the meantime: what was typed is kept, and nobody holds it.
    if (this.#isReleased) return undefined;
    const lease = await this.#visits.edit(eventId, this.#options);
    this.#lease = lease;
    if (this.#isReleased) return lease.release();
    lease.subscribe(() => {
      for (const listener of this.#listeners) listener();
    });
    return onKept();
  }

  async takeOver(): Promise<void> {
    await this.#lease?.takeOver();
  }

  release(): void {
    this.#isReleased = true;
    this.#listeners.clear();
    this.#lease?.release();
  }
}
