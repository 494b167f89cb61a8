import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { asDraft } from "#room/billing/draft-event.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { SharedVisit } from "./shared-visit.ts";

/**
 * Handles a newer event of the open visit sent by somebody else: if the visit was only viewed, shows it, but not while a
 * dialog is open; a draft is kept and must be merged before it can be sent.
 */
export function useNewerEvent(eventId: string, { answer, hold }: SharedVisit, isAsking: boolean): void {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const isGuest = useVisitSummary(eventId)?.isGuest === true;
  const { visit, autoChargedEvent } = answer;
  const newer = visit.eventId;
  const isCharged = visit.state === "charged";
  const isOpen = visit.state === "withheld" || visit.state === "refused";
  useEffect(() => {
    if (newer === eventId || (!isOpen && !(isCharged && isGuest))) return;
    if (isGuest) {
      if (isAsking) return;
      hold.goesOn();
      toast({
        title: isCharged ? "This visit was charged" : "A newer version of this visit came in",
        detail: "It’s shown now. The previous one is in its timeline.",
      });
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
  }, [visits, navigate, eventId, newer, isOpen, isCharged, isGuest, isAsking, hold, autoChargedEvent]);
}
