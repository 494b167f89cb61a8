import { readJson, writeJson } from "#room/contract/written-json.ts";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { dayOfService } from "#room/billing/service-date.ts";
import { type AskedEvent, earlierEventsOf } from "#room/features/visits/sending/send-check.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { dateOfServicePath } from "#room/features/visits/editor/draft/field-ref.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

/** The open visit as it is typed, not as it was stored last. */
export function askedOf(visit: VisitDraft, eventId: string): AskedEvent {
  const visitId = visit.text({ path: "visitCharged.visitId" });
  return { eventId, visitId, serviceDate: dayOfService(visit.text({ path: dateOfServicePath })) };
}

/** What this browser and the service know of the open visit now, as JSON: the same text until it changes. */
export function useKnown(eventId: string, read: (visits: Visits, asked: AskedEvent) => unknown): string {
  const { visits } = useWorkspace();
  const { visit } = useEditor();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [visits, visits.service, visit].map((source) => source.subscribe(listener));
      return () => stops.forEach((stop) => stop());
    },
    [visits, visit],
  );
  return useSyncExternalStore(subscribe, () => writeJson(read(visits, askedOf(visit, eventId)) ?? null));
}

/** Tells the rules which other events of this visit this browser has sent, for any user. */
export function EarlierEvents({ eventId }: { readonly eventId: string }) {
  const { findings } = useEditor();
  const found = useKnown(eventId, earlierEventsOf);
  useEffect(() => {
    findings.addFacts({ earlierEvents: readJson(found) });
  }, [findings, found]);
  return null;
}
