import { Listeners } from "#room/signals/listeners.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { DraftLease, DraftNotes, EditOptions } from "#room/workspace/storage/draft-lease.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";
import type { NewVisit } from "./new-visit.ts";

/**
 * The right to write a visit that is not saved yet. The first write adds it to the workspace; if it is empty again when
 * released, it is removed.
 */
export class NewVisitLease implements DraftLease<DraftEvent> {
  readonly #visits: Visits;
  readonly #visit: NewVisit;
  readonly #options: EditOptions;
  readonly #listeners = new Listeners();
  #lease: DraftLease<DraftEvent> | undefined;
  #isReleased = false;

  constructor(visits: Visits, visit: NewVisit, options: EditOptions) {
    this.#visits = visits;
    this.#visit = visit;
    this.#options = options;
  }

  get role(): DraftLease<DraftEvent>["role"] {
    return this.#lease?.role ?? "writer";
  }

  get isKept(): boolean {
    return this.#lease !== undefined;
  }

  readonly subscribe = this.#listeners.add;

  async put(event: DraftEvent, notes: DraftNotes = {}): Promise<void> {
    const { eventId, onKept } = this.#visit;
    if (this.#lease) return this.#lease.put(event, notes);
    // A write that failed halfway may have added it already.
    if (this.#visits.summary(eventId)) await this.#visits.put(eventId, event);
    else if (this.#isEmpty(event, notes)) return undefined;
    else await this.#visits.add(event, { kind: "new" });
    const lease = (this.#lease = await this.#visits.edit(eventId, this.#options));
    try {
      await lease.put(event, notes);
    } finally {
      // Released in the meantime: all that was typed is saved, and nobody holds the lease.
      if (this.#isReleased) lease.release();
    }
    if (this.#isReleased) return undefined;
    lease.subscribe(() => {
      this.#listeners.tell();
    });
    return onKept();
  }

  async takeOver(): Promise<void> {
    await this.#lease?.takeOver();
  }

  release(): void {
    this.#isReleased = true;
    this.#listeners.clear();
    void this.#leave().finally(() => this.#lease?.release());
  }

  #isEmpty(event: DraftEvent, { filled = [], typing }: DraftNotes): boolean {
    const isTyping = typing !== undefined && typing.text !== typing.before;
    return isSameContent(event, this.#visit.event) && filled.length === 0 && !isTyping;
  }

  /** After the last write, removes a visit that is as empty as at the start. */
  async #leave(): Promise<void> {
    const { eventId } = this.#visit;
    try {
      await this.#options.beforeYield?.();
      const kept = this.#visits.summary(eventId);
      if (!kept || kept.attempts.length > 0 || kept.hasIncoming) return;
      const record = await this.#visits.get(eventId);
      if (!record || !this.#isEmpty(record.event, record)) return;
      const lease = (this.#lease ??= await this.#visits.edit(eventId));
      if (lease.role !== "writer") return;
      const taken = await this.#visits.remove([eventId]);
      // Another tab may just have taken it over or written to it.
      const isOurs =
        lease.role === "writer" && taken.removed.every(({ record }) => this.#isEmpty(record.event, record));
      if (!isOurs) return await this.#visits.restore(taken);
      lease.release();
      this.#lease = undefined;
    } catch {
      // It stays in the queue as last saved.
    }
  }
}
