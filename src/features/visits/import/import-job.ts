import { breathe } from "#room/workspace/storage/encrypted-store.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { loadCode } from "#room/api/load-code.ts";
import { BackgroundJob } from "#room/features/parts/background-job.ts";
import { standInEventId } from "#room/billing/event-id.ts";
import { loadAhead } from "#room/features/parts/load-ahead.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { ImportSource } from "./import-source.ts";
import type { ImportState } from "./import-state.ts";

const updated = "The console was updated after you opened it. Reload the page, then import again.";

async function loadReader() {
  return loadCode(() => import("./read-sources.ts")).catch(() => {
    throw new Error(updated);
  });
}

loadAhead(() => loadReader().catch(() => undefined));

/** How many events are written at a time: few enough to stop soon, enough to be fast. */
const writeSize = 250;

function nameOf(sources: readonly ImportSource[]): string {
  const [only] = sources;
  return sources.length === 1 && only ? only.name : `${sources.length} files`;
}

/** The id an event is stored under. */
function idOf(event: DraftEvent): string {
  return standInEventId(event) ?? canonicalGuid(event.eventId ?? "") ?? "";
}

class ImportRun {
  readonly #visits: Visits;
  readonly #sources: readonly ImportSource[];
  #state: Omit<ImportState, "phase" | "failure">;
  #step: () => void = () => {};
  readonly #taken = new Set<string>();
  readonly #skipped = new Set<string>();
  readonly #faulty = new Set<string>();

  constructor(sources: readonly ImportSource[], visits: Visits) {
    this.#visits = visits;
    this.#sources = sources;
    this.#state = {
      name: nameOf(sources),
      bytesRead: 0,
      totalBytes: sources.reduce((sum, { blob }) => sum + blob.size, 0),
      counts: { added: 0, same: 0, updated: 0, conflict: 0, charged: 0 },
      again: 0,
      unchanged: 0,
      shared: 0,
      sharedHere: 0,
      faulty: 0,
      conflicts: [],
      refused: [],
    };
  }

  readonly look = (phase: ImportState["phase"], failure?: string): ImportState => ({
    ...this.#state,
    phase,
    ...(failure !== undefined && { failure }),
  });

  #change(part: Partial<ImportState>): void {
    this.#state = { ...this.#state, ...part };
    this.#step();
  }

  readonly work = async (signal: AbortSignal, step: () => void): Promise<void> => {
    this.#step = step;
    await this.#read(signal);
    this.#change({ bytesRead: this.#state.totalBytes });
  };

  async #read(signal: AbortSignal): Promise<void> {
    const { readSources } = await loadReader();
    let held: DraftEvent[] = [];
    let file = "";
    const write = async () => {
      const events = held;
      held = [];
      if (events.length > 0) await this.#write(events, file, signal);
    };
    const known = new Set<string>();
    for await (const batch of readSources(this.#sources, { signal, pause: breathe })) {
      if (batch.file !== file) await write();
      file = batch.file;
      const refused =
        batch.refused.length > 0 ? [...this.#state.refused, ...batch.refused] : this.#state.refused;
      this.#change({ bytesRead: batch.bytesRead, refused });
      for (const event of batch.events) {
        // Two events with one eventId are imported one after the other, so that the second is compared with the first.
        const eventId = idOf(event);
        if (known.has(eventId) || held.length >= writeSize) {
          await write();
          known.clear();
        }
        known.add(eventId);
        held.push(event);
      }
    }
    await write();
  }

  async #write(events: readonly DraftEvent[], fileName: string, signal: AbortSignal): Promise<void> {
    const results = await this.#visits.importMany(events, { fileName, signal, idOf });
    const counts = { ...this.#state.counts };
    let { again, unchanged, shared, sharedHere } = this.#state;
    for (const { eventId, result } of results) {
      if (result === "same" && (this.#taken.has(eventId) || this.#skipped.has(eventId))) {
        unchanged += 1;
        continue;
      }
      const { visitId = "", blocking = 0 } = this.#visits.summary(eventId) ?? {};
      const ofVisit = this.#visits.ofVisit(visitId);
      if (result === "added" && ofVisit.some((each) => this.#taken.has(each.eventId))) shared += 1;
      const isOther = (each: { readonly eventId: string }) =>
        each.eventId !== eventId && this.#skipped.has(each.eventId);
      if (result === "same" && ofVisit.some(isOther)) sharedHere += 1;
      if (result === "same") this.#skipped.add(eventId);
      if (result === "updated" && this.#taken.has(eventId)) again += 1;
      else counts[result] += 1;
      if (result !== "added" && result !== "updated") continue;
      this.#taken.add(eventId);
      this.#faulty[blocking > 0 ? "add" : "delete"](eventId);
    }
    const fresh = results.filter((each) => each.result === "conflict").map((each) => each.eventId);
    this.#change({
      counts,
      again,
      unchanged,
      shared,
      sharedHere,
      faulty: this.#faulty.size,
      conflicts: [...new Set([...this.#state.conflicts, ...fresh])],
    });
    signal.throwIfAborted();
  }
}

/** Imports of one workspace, one at a time; leaving the page stops nothing. What was imported before a stop stays. */
export class Importer extends BackgroundJob<ImportState> {
  readonly #visits: Visits;
  #queue: Promise<void> = Promise.resolve();

  constructor(visits: Visits) {
    super();
    this.#visits = visits;
  }

  /** Files added during an import are queued. */
  start(sources: readonly ImportSource[]): Promise<void> {
    if (sources.length > 0)
      this.#queue = this.#queue.then(() => this.run(new ImportRun(sources, this.#visits)));
    return this.#queue;
  }
}
