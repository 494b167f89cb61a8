import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { NotFollowing } from "#room/workspace/storage/engine.ts";
import type { VisitEntry } from "#room/workspace/visits/visit-entry.ts";
import type { VisitStore } from "#room/workspace/visits/visit-store.ts";
import { OutboxLane } from "./outbox-lane.ts";
import { type Claimed, ConflictError, type LaneParts } from "./send-lane.ts";
import { VisitPolicy } from "./visit-policy.ts";

/** The lane of outgoing visits. */
export class VisitLane extends OutboxLane<VisitEntry> {
  readonly #visits: VisitStore;
  readonly #policy: VisitPolicy;
  readonly #parts: LaneParts;

  constructor(visits: VisitStore, parts: LaneParts) {
    const policy = new VisitPolicy(visits, parts);
    super(visits.index, policy, parts);
    this.#visits = visits;
    this.#policy = policy;
    this.#parts = parts;
  }

  /** The row with a new place in the outbox. */
  placed(...place: Parameters<VisitPolicy["placed"]>): VisitEntry {
    return this.#policy.placed(...place);
  }

  /**
   * Queues an event and records its attempt in one step; the request leaves as soon as that is on disk. Undefined when
   * it must be sent the usual way: its content is not ready, or something changed meanwhile.
   */
  async enterAndClaim(
    id: string,
    enter: (known: VisitEntry) => VisitEntry | undefined,
    signal: AbortSignal,
  ): Promise<Claimed | undefined> {
    const seen = this.#visits.index.get(id);
    const body = this.#visits.openVisit.body(seen);
    if (!seen || !body) return undefined;
    const hash = await this.#visits.contents.hashOf(seen, body);
    const { revision, createdAt } = seen;
    const startedAt = this.#parts.now();
    const apply = (known: VisitEntry | undefined) => {
      const isSame = known?.revision === revision && known.createdAt === createdAt;
      const entered = isSame && known.queued === undefined ? enter(known) : undefined;
      const queued = entered?.queued;
      if (!entered || !queued || queued.repeats) throw new ConflictError();
      return this.#policy.begun({ ...entered, queued }, { hash, revision }, startedAt);
    };
    let answer: Promise<SendResult> | undefined;
    const onWritten = () => (answer = this.#policy.send(id, body.text, signal));
    try {
      await this.#visits.index.change(id, apply, { strict: true, mustFollow: true, onWritten });
    } catch (error) {
      if (error instanceof ConflictError || error instanceof NotFollowing) return undefined;
      throw error;
    }
    const result = answer;
    return result && { id, startedAt, send: () => result };
  }
}
