import { useSyncExternalStore } from "react";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { leaderOf } from "#room/features/visits/list/list-row.ts";
import { lookOf, stateLook, type StateLook } from "#room/features/visits/states.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/** While its answer is still to come, the whole page says so, whatever the service has said of the visit meanwhile. */
export function openVisitLook(row: VisitRow | undefined, here: VisitSummary | undefined): StateLook {
  if (!row || here?.queued?.state === "sending" || leaderOf(row, here) === "browser") return lookOf(here);
  return stateLook(row.state);
}

/** The open visit's state in one word, as the list shows it: the service's, or this browser's where that is newer. */
export function useVisitState(eventId: string): StateLook {
  const { service } = useWorkspace().visits;
  const summary = useVisitSummary(eventId);
  const visitId = summary?.serviceVisitId ?? summary?.visitId ?? "";
  const row = useSyncExternalStore(service.subscribe, () => service.row(visitId) ?? undefined);
  return openVisitLook(row, summary);
}
