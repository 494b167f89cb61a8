import { setTimeout as sleep } from "node:timers/promises";
import type { SessionRecord } from "#room/server/store/session-repository.ts";

const gatherMs = 10;
/** A query of this many holds up others for some milliseconds on SQLite. */
const maxAtOnce = 200;

type Found = ReadonlyMap<string, SessionRecord>;

interface Batch {
  readonly idHashes: Set<string>;
  readonly found: Promise<Found>;
}

/**
 * Looks up the sessions of calls that only wait, some milliseconds' worth of them in one query, which begins after each
 * of them came. If it fails, it fails for each. A look-up costs a process 20 µs instead of 45 (SQLite), 20 instead of
 * 110 (PostgreSQL).
 */
export class GatheredLookUps {
  readonly #findAll: (idHashes: readonly string[]) => Promise<Found>;
  #next: Batch | undefined;

  constructor(findAll: (idHashes: readonly string[]) => Promise<Found>) {
    this.#findAll = findAll;
  }

  async find(idHash: string): Promise<SessionRecord | undefined> {
    const batch = (this.#next ??= this.#begin());
    batch.idHashes.add(idHash);
    if (batch.idHashes.size >= maxAtOnce) this.#next = undefined;
    return (await batch.found).get(idHash);
  }

  #begin(): Batch {
    const idHashes = new Set<string>();
    const run = async () => {
      await sleep(gatherMs);
      if (this.#next === batch) this.#next = undefined;
      return this.#findAll([...idHashes]);
    };
    const batch: Batch = { idHashes, found: run() };
    return batch;
  }
}
