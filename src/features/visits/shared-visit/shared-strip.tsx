import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { Unreadable } from "#room/features/visits/import/settle-leaf.ts";
import { receivedEvent } from "./received-event.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useHasDialog } from "#room/ui/open-dialogs.ts";
import { toast } from "#room/ui/toast-store.ts";
import { SentAgain } from "./sent-again.tsx";
import type { SharedVisit } from "./shared-visit.ts";
import { type Submission, useSubmitAndNext } from "./use-submit-and-next.ts";
import { useVisitActions } from "./use-visit-actions.tsx";
import { useTake } from "./use-take.ts";
import { WorkBar } from "./work-bar.tsx";

/**
 * Handles a newer event of the open visit sent by somebody else: if the visit was only viewed, shows it, but not while a
 * dialog is open; a draft is kept and must be merged before it can be sent.
 */
function useNewerEvent(eventId: string, { answer, hold }: SharedVisit, isAsking: boolean): void {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const isGuest = useVisitSummary(eventId)?.isGuest === true;
  const { visit, autoChargedEvent } = answer;
  const { eventId: newer, visitId, changeNumber, receivedAt } = visit;
  const isCharged = visit.state === "charged";
  const isOpen = visit.state === "withheld" || visit.state === "refused";
  useEffect(() => {
    if (newer === eventId || (!isOpen && !(isCharged && isGuest))) return;
    if (isGuest) {
      if (isAsking) return;
      hold.superseded();
      toast({
        title: !isCharged
          ? "A newer version of this visit came in"
          : visits.summary(eventId)?.state === "charged"
            ? "The charge was corrected"
            : "This visit was charged",
        detail: "It’s shown now. The previous one is in its timeline.",
      });
      void navigate({ to: "/visits/$eventId", params: { eventId: newer }, replace: true });
      return;
    }
    // What was sent from here is not news; what came before the draft is in its timeline.
    const known = visits.summary(eventId);
    if (!known || visits.newestOf(eventId) !== eventId) return;
    const isNews = visits.isNewsTo(known, { eventId: newer, receivedAt });
    // Left and come back to at once, the page has the answer of before.
    const isOld = (visits.service.row(visitId)?.changeNumber ?? 0) > changeNumber;
    const received = autoChargedEvent && receivedEvent(autoChargedEvent);
    if (!isNews || isOld) return;
    const options = { fileName: "", kind: "service", idOf: () => eventId } as const;
    const content = received && !(received instanceof Unreadable) ? [{ ...received, eventId }] : [];
    visits
      .importMany(content, options)
      .then(() => visits.markSeen(eventId, newer))
      .catch(() => undefined);
  }, [
    visits,
    navigate,
    eventId,
    newer,
    visitId,
    changeNumber,
    receivedAt,
    isOpen,
    isCharged,
    isGuest,
    isAsking,
    hold,
    autoChargedEvent,
  ]);
}

export interface SharedStripProps {
  readonly eventId: string;
  readonly shared: SharedVisit;
  readonly submit: Submission;
  readonly canSubmit: boolean;
}

/** Who works on the visit, and the ways on. */
export function SharedStrip({ shared, eventId, submit, canSubmit }: SharedStripProps) {
  const take = useTake();
  const actions = useVisitActions(shared, () => take?.continueWork());
  const hasDialog = useHasDialog();
  useNewerEvent(eventId, shared, actions.isAsking || hasDialog);
  const submitAndNext = useSubmitAndNext(eventId, submit, {
    next: take?.next,
    onCharged: () => shared.hold.done(),
  });
  return (
    <>
      <WorkBar
        eventId={eventId}
        shared={shared}
        actions={actions}
        take={take}
        canSubmit={canSubmit}
        onSubmitAndNext={submitAndNext}
      />
      <SentAgain answer={shared.answer} />
    </>
  );
}
