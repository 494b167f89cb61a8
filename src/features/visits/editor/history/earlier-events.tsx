import { readJson, writeJson } from "#room/contract/written-json.ts";
import { useEffect, useSyncExternalStore } from "react";
import type { EarlierEvent } from "#room/billing/facts.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

/** What another event of the visit means for this one; undefined if nothing. */
function earlierEventOf({ eventId, state, queued }: VisitSummary): EarlierEvent | undefined {
  if (state === "charged" || state === "unknown") return { eventId, state };
  return queued ? { eventId, state: "waiting" } : undefined;
}

/** Tells the rules which other events of this visit this browser has sent, for any user. */
export function EarlierEvents({ eventId }: { readonly eventId: string }) {
  const { visit, findings } = useEditor();
  const { visits } = useWorkspace();
  const visitId = useSyncExternalStore(visit.subscribe, () => visit.text({ path: "visitCharged.visitId" }));
  // As text, so that the snapshot is stable until one of them changes.
  const found = useSyncExternalStore(visits.subscribe, () => {
    const sameVisit = isGuidAbsent(visitId) ? [] : visits.ofVisit(canonicalGuid(visitId) ?? visitId);
    const others = sameVisit.filter((event) => event.eventId !== eventId);
    return writeJson(others.flatMap((event) => earlierEventOf(event) ?? []));
  });
  useEffect(() => {
    findings.addFacts({ earlierEvents: readJson(found) });
  }, [findings, found]);
  return null;
}
