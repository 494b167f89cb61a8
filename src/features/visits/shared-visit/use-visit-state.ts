import { useSyncExternalStore } from "react";
import { leaderOf } from "#room/features/visits/clinic/clinic-row.ts";
import { clinicStates } from "#room/features/visits/clinic/clinic-words.ts";
import { stateWords } from "#room/features/visits/queue/state-words.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Tone } from "#room/ui/state-badge.tsx";

/** The open visit's state in one word, as the list shows it: the service's, or this browser's where that is newer. */
export function useVisitState(eventId: string): { readonly word: string; readonly tone: Tone } {
  const { service } = useWorkspace().visits;
  const summary = useVisitSummary(eventId);
  const visitId = summary?.serviceVisitId ?? summary?.visitId ?? "";
  const row = useSyncExternalStore(service.subscribe, () => service.row(visitId) ?? undefined);
  if (!row || leaderOf(row, summary) === "browser") return stateWords(summary);
  const [word, tone] = clinicStates[row.state];
  return { word, tone };
}
