import { eventKey, type VisitEntry } from "#room/workspace/visits/visit-entry.ts";
import type { BatchItem, BatchOptions, BatchProgress, Outbox } from "./outbox.ts";
import { lastKnown } from "#room/workspace/attempts/attempt-list.ts";

/** Events are queued in batches of this size, so that the first leave while the last are still being queued. */
const pieceSize = 256;

export interface BatchParts {
  readonly outbox: Outbox;
  entry(id: string): VisitEntry | undefined;
}

/** One batch in progress: open entries and the outcomes of the rest. */
class Batch {
  readonly #parts: BatchParts;
  readonly #options: BatchOptions;
  readonly #total: number;
  readonly #counts: Record<string, number> = {};
  /** By id; `isIn` once it is in the outbox. */
  readonly #open = new Map<string, { isIn: boolean; finish(): void }>();
  #done = 0;
  #isLooking = false;

  constructor(parts: BatchParts, total: number, options: BatchOptions) {
    this.#parts = parts;
    this.#total = total;
    this.#options = options;
  }

  progress(): BatchProgress {
    return { total: this.#total, done: this.#done, counts: { ...this.#counts } };
  }

  readonly conclude = (item: BatchItem): void => {
    const open = this.#open.get(item.id);
    if (!open) return;
    this.#open.delete(item.id);
    this.#counts[item.outcome] = (this.#counts[item.outcome] ?? 0) + 1;
    this.#done += 1;
    this.#options.onItem?.(item);
    this.#options.onProgress?.(this.progress());
    open.finish();
  };

  /** Resolves when the entry is in the outbox or was blocked. The promise of its outcome is added to `ends`. */
  async enter(eventId: string, ends: Promise<void>[]): Promise<void> {
    const id = eventKey(eventId);
    const { signal, allowFaults = false, seen } = this.#options;
    const place: { isIn: boolean; finish: () => void } = { isIn: false, finish: () => {} };
    ends.push(new Promise<void>((resolve) => (place.finish = resolve)));
    this.#open.set(id, place);
    if (signal?.aborted) this.conclude({ id, outcome: "withdrawn" });
    else {
      const plan = await this.#parts.outbox.enqueueVisit(id, { allowFaults, seen: seen?.get(eventId) });
      // A correction continues, and is reported, under its own eventId.
      if (this.#open.delete(id)) this.#open.set(plan.eventId, place);
      if (plan.kind === "blocked" && plan.reason !== "already-queued")
        this.conclude({ id: plan.eventId, outcome: "blocked", message: plan.message });
      place.isIn = true;
      if (signal?.aborted) await this.takeBack();
      else this.look();
    }
  }

  /** Another tab may remove an entry or settle it; an entry no longer in the outbox is concluded from its row. */
  readonly look = (): void => {
    if (this.#isLooking) return;
    this.#isLooking = true;
    // After the outcomes being reported right now, since those say more.
    setTimeout(() => {
      this.#isLooking = false;
      for (const [id, { isIn }] of this.#open) {
        const entry = this.#parts.entry(id);
        if (!isIn || (entry?.queued && entry.queued.reason !== "settle")) continue;
        const outcome = entry && lastKnown(entry)?.outcome;
        if (entry?.notSent !== undefined)
          this.conclude({ id, kind: "visit", outcome: "not-accepted", message: entry.notSent });
        else if (outcome === undefined) this.conclude({ id, outcome: "withdrawn" });
        else this.conclude({ id, kind: "visit", outcome });
      }
    }, 0);
  };

  /** Entries that have not left are withdrawn; those that have are awaited, since their outcome must be known. */
  readonly takeBack = async (): Promise<void> => {
    await Promise.all([...this.#open.keys()].map((id) => this.#parts.outbox.withdraw(id)));
    this.look();
  };
}

/** Sends many events and waits for each outcome. Those the plan forbids count as `blocked`. */
export async function sendBatch(
  parts: BatchParts,
  eventIds: readonly string[],
  options: BatchOptions,
): Promise<BatchProgress> {
  const ids = [...new Set(eventIds)];
  const batch = new Batch(parts, ids.length, options);
  const stops = [
    parts.outbox.onSettled((settled) => batch.conclude(settled)),
    parts.outbox.subscribe(batch.look),
  ];
  const ends: Promise<void>[] = [];
  const onStop = () => void batch.takeBack().catch(() => undefined);
  options.signal?.addEventListener("abort", onStop);
  try {
    for (let start = 0; start < ids.length; start += pieceSize)
      await Promise.all(ids.slice(start, start + pieceSize).map((id) => batch.enter(id, ends)));
    await Promise.all(ends);
  } finally {
    for (const stop of stops) stop();
    options.signal?.removeEventListener("abort", onStop);
  }
  return batch.progress();
}
