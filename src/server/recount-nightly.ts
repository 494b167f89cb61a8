import type { FastifyBaseLogger } from "fastify";
import { nightly } from "./nightly.ts";
import type { Store } from "./store/store.ts";

/**
 * Recounts the counts of visits once a night; wrong ones are corrected, and logged with only names, ids and numbers. Returns a function that stops it.
 */
export function recountNightly({ store, log }: { store: Store; log: FastifyBaseLogger }): () => void {
  return nightly({
    hour: 3,
    async run() {
      const drifted = await store.visits.recount();
      if (drifted.length > 0) log.error({ drifted }, "the visit counts were wrong and were corrected");
      return "done";
    },
    onFailure: (error) =>
      log.warn({ err: error }, "the visit counts could not be recounted; this is retried later"),
  });
}
