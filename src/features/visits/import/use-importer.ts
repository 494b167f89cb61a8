import { useSyncExternalStore } from "react";
import type { ConsoleWorkspace } from "#room/features/workspace-context.ts";
import { useWorkspace } from "#room/features/workspace-context.ts";
import type { Importer, ImportState } from "./import-run.ts";
import { createImporter } from "./import-run.ts";

const importers = new WeakMap<ConsoleWorkspace, Importer>();

/** The importer of the signed-in user's workspace; the same one on every page. */
export function useImporter(): Importer {
  const workspace = useWorkspace();
  let importer = importers.get(workspace);
  if (!importer) {
    importer = createImporter(workspace.visits);
    importers.set(workspace, importer);
  }
  return importer;
}

export function useImportState(importer: Importer): ImportState | undefined {
  return useSyncExternalStore(importer.subscribe, importer.get);
}
