import { useSyncExternalStore } from "react";
import { leaderOf } from "#room/features/visits/list/list-row.ts";
import { lookOf, stateLook, type StateLook } from "#room/features/visits/states.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** The open visit's state in one word, as the list shows it: the service's, or this browser's where that is newer. */
export function useVisitState(eventId: string): StateLook {
  const { service } = useWorkspace().visits;
  const summary = useVisitSummary(eventId);
  const visitId = summary?.serviceVisitId ?? summary?.visitId ?? "";
  const row = useSyncExternalStore(service.subscribe, () => service.row(visitId) ?? undefined);
  if (!row || leaderOf(row, summary) === "browser") return lookOf(summary);
  return stateLook(row.state);
}
