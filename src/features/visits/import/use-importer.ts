import { useSyncExternalStore } from "react";
import { currentSession } from "#room/api/session.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Importer } from "./import-job.ts";
import type { ImportState } from "./import-state.ts";

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

export function useImporter(): Importer {
  const workspace = useWorkspace();
  let importer = importers.get(workspace);
  if (!importer) {
    importer = new Importer(workspace.visits);
    askBeforeLeaving(importer);
    importers.set(workspace, importer);
  }
  return importer;
}

export function useImportState(importer: Importer): ImportState | undefined {
  return useSyncExternalStore(importer.subscribe, importer.get);
}
