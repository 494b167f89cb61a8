import type { FastifyBaseLogger } from "fastify";
import type { Store } from "./store/store.ts";

const dayMs = 86_400_000;
const againMs = 10 * 60_000;
/** Three in the morning, UTC. */
const atMs = 3 * 3_600_000;

/**
 * Counts anew, once a night, what the counts of visits say. Where visits change meanwhile it is tried again later; what
 * had drifted is set right and told by names, ids and numbers alone. Gives the way to stop.
 */
export function recountNightly({ store, log }: { store: Store; log: FastifyBaseLogger }): () => void {
  let timer: NodeJS.Timeout;
  const runIn = (ms: number) => {
    timer = setTimeout(() => void run(), ms);
    timer.unref();
  };
  const tillNight = () => (atMs + dayMs - (Date.now() % dayMs)) % dayMs || dayMs;
  async function run(): Promise<void> {
    try {
      const drifted = await store.visits.recount();
      if (drifted && drifted.length > 0) log.error({ drifted }, "the counts of visits had drifted");
      runIn(drifted ? tillNight() : againMs);
    } catch (error) {
      log.warn({ err: error }, "the counts of visits could not be counted anew, and are later");
      runIn(againMs);
    }
  }
  runIn(tillNight());
  return () => clearTimeout(timer);
}
