import { diffEvents } from "#room/billing/diff-events.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { mergeEvents, type Merge } from "#room/billing/merge-events.ts";
import { differenceWords } from "#room/features/names/value-words.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";

export interface MergePlan {
  readonly merge: Merge;
  /** What is taken from each side without asking, in words. */
  readonly fromMine: readonly string[];
  readonly fromTheirs: readonly string[];
}

/** The merge of an event's draft with its newer import; undefined when there is none. */
export function mergePlanOf({ event, imported, incoming }: VisitRecord): MergePlan | undefined {
  if (!incoming) return undefined;
  const base = imported ?? {};
  const merge = mergeEvents(base, event, incoming);
  const disputed = new Set(merge.conflicts.map((conflict) => conflict.place));
  const wordsOf = (side: DraftEvent) =>
    diffEvents(base, side)
      .filter(({ words }) => ![...disputed].some((place) => words.startsWith(`${place}:`)))
      .map(differenceWords);
  // Without a common base everything would count as new on both sides, so only the conflicts are described.
  if (!imported) return { merge, fromMine: [], fromTheirs: [] };
  return { merge, fromMine: wordsOf(event), fromTheirs: wordsOf(incoming) };
}
