import { onceFor } from "#room/signals/once-for.ts";
import { Signal } from "#room/signals/signal.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/** The text in the search box: kept while the workspace is open, never in the address or on disk. */
export const typedTextOf = onceFor((_of: Workspace) => new Signal(""));
