import { readJson, writeJson } from "#room/contract/written-json.ts";
import { useEffect, useSyncExternalStore } from "react";
import { earlierEventsOf } from "#room/features/visits/sending/send-check.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

/** Tells the rules which other events of this visit this browser has sent, for any user. */
export function EarlierEvents({ eventId }: { readonly eventId: string }) {
  const { visit, findings } = useEditor();
  const { visits } = useWorkspace();
  const visitId = useSyncExternalStore(visit.subscribe, () => visit.text({ path: "visitCharged.visitId" }));
  // As text, so that the snapshot is stable until one of them changes.
  const found = useSyncExternalStore(visits.subscribe, () =>
    writeJson(earlierEventsOf(visits, visitId, eventId)),
  );
  useEffect(() => {
    findings.addFacts({ earlierEvents: readJson(found) });
  }, [findings, found]);
  return null;
}
