import { callOperation } from "#room/api/call-operation.ts";
import { pageSize } from "#room/contract/schemas/visit-filter.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";

/** The most visits in one bulk action. */
export const maxOfChoice = 5000;

/** All visits of a view at this moment: a fixed list, whatever changes later. */
export async function gatherVisits(
  filter: VisitFilter,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<readonly VisitRow[]> {
  const found = new Map<string, VisitRow>();
  let cursor: string | undefined;
  do {
    const page = await callOperation("listVisits", { ...filter, limit: pageSize.most, cursor }, { signal });
    for (const visit of page.visits) found.set(visit.visitId, visit);
    cursor = page.nextCursor ?? undefined;
    onProgress(found.size);
  } while (cursor !== undefined && found.size < maxOfChoice);
  return [...found.values()].slice(0, maxOfChoice);
}
