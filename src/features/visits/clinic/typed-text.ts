import { Signal } from "#room/signals/signal.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

const texts = new WeakMap<Workspace, Signal<string>>();

/** The text in the search box: kept while the workspace is open, never in the address or on disk. */
export function typedTextOf(workspace: Workspace): Signal<string> {
  const known = texts.get(workspace) ?? new Signal("");
  texts.set(workspace, known);
  return known;
}
