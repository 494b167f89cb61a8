import { onceFor } from "#room/signals/once-for.ts";
import { askBeforeLeaving } from "#room/features/parts/ask-before-leaving.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Importer } from "./import-job.ts";

const importerOf = onceFor(({ visits }: Workspace): Importer => {
  const importer = new Importer(visits);
  askBeforeLeaving(importer);
  return importer;
});

export const useImporter = (): Importer => importerOf(useWorkspace());
