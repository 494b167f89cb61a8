import { useSyncExternalStore } from "react";
import { currentSession } from "#room/api/session.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";
import type { Importer, ImportState } from "./import-state.ts";
import { Run } from "./import-job.ts";

function createImporter(visits: Visits): Importer {
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

const importers = new WeakMap<Workspace, Importer>();

function ask(event: BeforeUnloadEvent): void {
  // After a sign-out the page closes immediately; what was imported so far is kept.
  if (currentSession().kind === "signed-in") event.preventDefault();
}

/** An import continues on the console's other pages; closing the tab would end it, so the browser asks first. */
function askBeforeLeaving({ subscribe, get }: Importer): void {
  subscribe(() => {
    if (get()?.phase === "running") addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  });
}

/** The importer of the signed-in user's workspace, shared by all pages. */
export function useImporter(): Importer {
  const workspace = useWorkspace();
  let importer = importers.get(workspace);
  if (!importer) {
    importer = createImporter(workspace.visits);
    askBeforeLeaving(importer);
    importers.set(workspace, importer);
  }
  return importer;
}

export function useImportState(importer: Importer): ImportState | undefined {
  return useSyncExternalStore(importer.subscribe, importer.get);
}
