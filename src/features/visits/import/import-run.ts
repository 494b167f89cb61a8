import type { Visits } from "#room/workspace/visits/visits.ts";
import type { Importer, ImportState } from "./import-state.ts";
import { Run } from "./import-job.ts";

export function createImporter(visits: Visits): Importer {
  let state: ImportState | undefined;
  let run: Run | undefined;
  let queue: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();
  const publish = (next: ImportState | undefined) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(sources) {
      if (sources.length === 0) return Promise.resolve();
      const begin = async () => {
        run = new Run(sources, visits, publish);
        await run.go(sources);
        run = undefined;
      };
      queue = queue.then(begin, begin);
      return queue;
    },
    stop: () => run?.stop(),
    dismiss: () => {
      if (state?.phase !== "running") publish(undefined);
    },
  };
}
