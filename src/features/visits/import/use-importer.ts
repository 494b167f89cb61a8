import { askBeforeLeaving } from "#room/features/parts/ask-before-leaving.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Importer } from "./import-job.ts";

const importers = new WeakMap<Workspace, Importer>();

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
