import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** As much as a large charge. */
const probeBytes = 65_536;
/** Written at most this often while it succeeds. */
const knownForMs = 5000;

/**
 * Writes as much as a charge does, and commits it: a database on a full or read-only disk still answers queries.
 * Throws StoreUnavailable.
 */
export function writeProbe(db: Kysely<Tables>): () => Promise<void> {
  let goodAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - goodAt < knownForMs) return;
    // Random, so that nothing compresses it.
    const content = randomBytes(probeBytes);
    await db
      .insertInto("write_probe")
      .values({ id: 1, content })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ content }))
      .execute();
    goodAt = performance.now();
  };
}
