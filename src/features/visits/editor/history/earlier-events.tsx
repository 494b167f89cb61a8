import { readJson, writeJson } from "#room/contract/written-json.ts";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { earlierEventsOf } from "#room/features/visits/sending/send-check.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

/** What this browser and the service know of its visits now, as JSON: the same text until it changes. */
export function useKnown(read: (visits: Visits) => unknown): string {
  const { visits } = useWorkspace();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [visits.subscribe(listener), visits.service.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    [visits],
  );
  return useSyncExternalStore(subscribe, () => writeJson(read(visits) ?? null));
}

/** Tells the rules which other events of this visit this browser has sent, for any user. */
export function EarlierEvents({ eventId }: { readonly eventId: string }) {
  const { visit, findings } = useEditor();
  const visitId = useSyncExternalStore(visit.subscribe, () => visit.text({ path: "visitCharged.visitId" }));
  const found = useKnown((visits) => earlierEventsOf(visits, visitId, eventId));
  useEffect(() => {
    findings.addFacts({ earlierEvents: readJson(found) });
  }, [findings, found]);
  return null;
}
