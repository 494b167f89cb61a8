import type { DraftEvent } from "./draft-event.ts";
import { applyFix } from "./apply-fix.ts";
import type { Edit } from "./finding.ts";
import type { Merge } from "./merge-events.ts";

export type Side = "mine" | "theirs" | "base";

/** The merged event with a side chosen for each conflict (by its index); mine by default. */
export function resolveMerge(merge: Merge, choices: ReadonlyMap<number, Side>): DraftEvent {
  const sets: Edit[] = [];
  const removals: Edit[] = [];
  for (const [index, conflict] of merge.conflicts.entries()) {
    const value = conflict[choices.get(index) ?? "mine"];
    const isRow = typeof conflict.path.at(-1) === "number";
    if (isRow && value === undefined) removals.push({ kind: "remove", path: conflict.path });
    else sets.push({ kind: "set", path: conflict.path, value });
  }
  // From the end, so that a removal does not shift the next one.
  removals.sort((a, b) => Number(b.path.at(-1)) - Number(a.path.at(-1)));
  return applyFix(merge.merged, { edits: [...sets, ...removals] });
}
