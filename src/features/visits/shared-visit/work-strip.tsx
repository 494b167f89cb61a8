import { useNavigate } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Unreadable } from "#room/features/visits/import/settle-leaf.ts";
import { receivedEvent } from "./received-event.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { SentAgain } from "./sent-again.tsx";
import type { SharedVisit, SharedVisitState } from "./shared-visit.ts";
import { useSubmitAndNext } from "./use-shared-editing.ts";
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
  const newer = visit.eventId;
  const isCharged = visit.state === "charged";
  const isOpen = visit.state === "withheld" || visit.state === "refused";
  useEffect(() => {
    if (newer === eventId || (!isOpen && !(isCharged && isGuest))) return;
    if (isGuest) {
      if (isAsking) return;
      hold.superseded();
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
    const received = autoChargedEvent && receivedEvent(autoChargedEvent);
    if (isKnown || !isOfHere || !received || received instanceof Unreadable) return;
    const content = { ...received, eventId };
    const options = { fileName: "", kind: "service", idOf: () => eventId } as const;
    visits.importMany([content], options).catch(() => undefined);
  }, [visits, navigate, eventId, newer, isOpen, isCharged, isGuest, isAsking, hold, autoChargedEvent]);
}

interface WorkStripProps {
  readonly eventId: string;
  readonly submit: () => void;
  readonly canSubmit: boolean;
}

/** The open visit's place in the clinic's queue; nothing when it has none. */
export function WorkStrip({ shared, ...props }: WorkStripProps & { readonly shared: SharedVisitState }) {
  if (shared.kind === "shared") return <SharedStrip shared={shared} {...props} />;
  if (shared.kind === "none") return null;
  return <UnreadStrip shared={shared} eventId={props.eventId} />;
}

function UnreadStrip({
  shared,
  eventId,
}: {
  readonly shared: Extract<SharedVisitState, { kind: "unread" }>;
  readonly eventId: string;
}) {
  const { outbox, visits } = useWorkspace();
  const isBlocked = useSyncExternalStore(visits.subscribe, () => outbox.plan(eventId).kind === "blocked");
  const { title, advice, requestId } = describeFailure(shared.error);
  return (
    <Banner
      isStrip
      tone="warn"
      role="status"
      title={`We don’t know who has this visit: ${title}`}
      requestId={requestId}
      actions={<Button onClick={shared.again}>Try again</Button>}
    >
      {isBlocked ? "It can’t be submitted until we know. " : ""}What you type is kept here. {advice}
    </Banner>
  );
}

function SharedStrip({
  shared,
  eventId,
  submit,
  canSubmit,
}: WorkStripProps & { readonly shared: SharedVisit }) {
  const take = useTake();
  const actions = useVisitActions(shared, () => take?.continueWork());
  useNewerEvent(eventId, shared, actions.isAsking);
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
