import type { FastifyBaseLogger } from "fastify";
import { nightly } from "./nightly.ts";
import type { Store } from "./store/store.ts";

/**
 * Counts anew, once a night, what the counts of visits say. Where visits change meanwhile it is tried again later; what
 * had drifted is set right and told by names, ids and numbers alone. Gives the way to stop.
 */
export function recountNightly({ store, log }: { store: Store; log: FastifyBaseLogger }): () => void {
  return nightly({
    hour: 3,
    async run() {
      const drifted = await store.visits.recount();
      if (drifted && drifted.length > 0) log.error({ drifted }, "the counts of visits had drifted");
      return drifted ? "done" : "again";
    },
    onFailure: (error) =>
      log.warn({ err: error }, "the visit counts could not be recounted; this is retried later"),
  });
}
