import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { asDraft } from "#room/billing/draft-event.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { SharedVisit } from "./shared-visit.ts";

/**
 * Handles a newer event of the open visit sent by somebody else: if the visit was only viewed, shows it; a draft is
 * kept and must be merged before it can be sent.
 */
export function useNewerEvent(eventId: string, { answer }: SharedVisit): void {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const isGuest = useVisitSummary(eventId)?.isGuest === true;
  const { visit, autoChargedEvent } = answer;
  const newer = visit.eventId;
  const isOpen = visit.state === "withheld" || visit.state === "refused";
  useEffect(() => {
    if (!isOpen || newer === eventId) return;
    if (isGuest) {
      void navigate({ to: "/visits/$eventId", params: { eventId: newer }, replace: true });
      return;
    }
    // What was sent from here is not news; what came before the draft is in its timeline.
    const isKnown = visits.summary(newer) !== undefined || visits.newestOf(eventId) !== eventId;
    const isOfHere = visits.summary(eventId)?.serviceVisitId !== undefined;
    if (isKnown || !isOfHere || !autoChargedEvent) return;
    const content = asDraft({ ...autoChargedEvent, eventId });
    const options = { fileName: "", kind: "service", idOf: () => eventId } as const;
    visits.importMany([content], options).catch(() => undefined);
  }, [visits, navigate, eventId, newer, isOpen, isGuest, autoChargedEvent]);
}
