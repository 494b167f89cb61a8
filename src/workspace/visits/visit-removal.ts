import type { EncryptedStore } from "#room/workspace/storage/encrypted-store.ts";
import { eventKey, type VisitEntry } from "./visit-entry.ts";
import { keptDoc } from "#room/workspace/storage/kept-doc.ts";
import type { KeptValue } from "#room/workspace/storage/kept-value.ts";
import type { PagedIndex } from "#room/workspace/storage/paged-index.ts";
import { bodyId, bodyOf, contentId } from "./visit-body.ts";
import type { VisitRecord } from "./visit-record.ts";
import type { RemovedVisits } from "./visits.ts";

export interface RemovalParts {
  readonly engine: EncryptedStore;
  readonly index: PagedIndex<VisitEntry>;
  record(eventId: string): Promise<VisitRecord | undefined>;
  /** The events that this one replaced. */
  older(eventId: string): readonly VisitEntry[];
}

type Removed = RemovedVisits["removed"][number];

/** It was queued while being removed. */
class Bound extends Error {}

/** It was imported again while it was removed. */
class BackAlready extends Error {}

/** Being sent, or possibly charged: must not be removed. */
function isBound(entry: VisitEntry): boolean {
  return entry.queued !== undefined || entry.state === "unknown";
}

export class VisitRemoval {
  readonly #parts: RemovalParts;
  /** Keys of visits and events that were charged and then removed from this browser. */
  readonly #charges: KeptValue<Readonly<Record<string, true>>>;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
    this.#charges = keptDoc(parts.engine, "removed-charges", {});
  }

  /** What was charged here before its removal: this very event, or another one of its visit. */
  removedCharge({ eventId, visitId }: VisitEntry): "event" | "visit" | undefined {
    const removed = this.#charges.get();
    if (removed[eventId] === true) return "event";
    return visitId !== "" && removed[eventKey(visitId)] === true ? "visit" : undefined;
  }

  async remove(eventIds: readonly string[]): Promise<RemovedVisits> {
    await this.#noteCharges(eventIds);
    const { index, older } = this.#parts;
    const removed: Removed[] = [];
    const kept: string[] = [];
    await Promise.all(
      eventIds.map(async (eventId) => {
        const key = eventKey(eventId);
        const story = older(key).map((entry) => entry.eventId);
        const one = await this.#takeOut(key);
        if (one) removed.push(one);
        else kept.push(eventId);
        // A visit is one row, so the events it replaced go with it.
        const isGone = index.get(key) === undefined;
        const ends = isGone ? await Promise.all(story.map((id) => this.#takeOut(id))) : [];
        for (const end of ends) if (end) removed.push(end);
      }),
    );
    return { removed, kept };
  }

  async #takeOut(key: string): Promise<Removed | undefined> {
    const { engine, index } = this.#parts;
    const summary = index.get(key);
    const record = await this.#parts.record(key);
    if (!summary || !record || isBound(summary)) return undefined;
    const hashes = [...new Set(summary.attempts.map(({ contentHash }) => contentHash))];
    const ids = hashes.map((hash) => contentId(key, hash));
    const contents = await engine.read(ids);
    const writes = await Promise.all([bodyId(key), ...ids].map((id) => engine.removal("bodies", id)));
    const apply = (known: VisitEntry | undefined) => {
      if (known && isBound(known)) throw new Bound();
      return undefined;
    };
    try {
      await index.change(key, apply, { writes, strict: true });
    } catch (error) {
      if (error instanceof Bound) return undefined;
      throw error;
    }
    return { summary, record, contents: new Map(ids.map((id, at) => [id, contents[at]])) };
  }

  /** A charge is remembered after its removal: if imported again, it must not be billed again. */
  async #noteCharges(eventIds: readonly string[]): Promise<void> {
    const charged = eventIds
      .map((eventId) => this.#parts.index.get(eventKey(eventId)))
      .filter((entry) => entry?.attempts.some(({ outcome }) => outcome === "charged"));
    const keys = charged.flatMap((entry) => (entry ? [entry.eventId, eventKey(entry.visitId)] : []));
    if (keys.length === 0) return;
    const noted = Object.fromEntries(keys.map((key) => [key, true as const]));
    await this.#charges.update((known) => ({ ...known, ...noted }));
  }

  async restore({ removed }: RemovedVisits): Promise<void> {
    const { engine, index } = this.#parts;
    await Promise.all(
      removed.map(async ({ summary, record, contents }) => {
        // The summaries returned by `remove` are whole rows.
        const entry = summary as VisitEntry;
        const writes = await Promise.all([
          engine.seal(bodyId(entry.eventId), bodyOf(record).written()),
          ...[...contents].flatMap(([id, text]) => (text === undefined ? [] : [engine.seal(id, text)])),
        ]);
        const apply = (known: VisitEntry | undefined) => {
          if (known) throw new BackAlready();
          return entry;
        };
        try {
          await index.change(entry.eventId, apply, { writes, strict: true });
        } catch (error) {
          // A later import is newer; only what is still missing is restored.
          if (!(error instanceof BackAlready)) throw error;
        }
      }),
    );
  }
}
