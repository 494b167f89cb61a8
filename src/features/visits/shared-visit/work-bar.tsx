import { useRef, useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useMay } from "#room/api/account.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { takenByOther } from "#room/features/visits/clinic/refusal-words.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { useRemove } from "#room/features/visits/queue/use-remove.ts";
import { useFocusFollows } from "#room/ui/use-kept-focus.ts";
import { useKept, useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { SharedVisit } from "./shared-visit.ts";
import type { VisitActions } from "./use-visit-actions.tsx";
import type { Take } from "./use-take.ts";
import { useProviderLetters } from "./use-provider-letters.ts";
import { workWords } from "./work-words.ts";
import { useWorkCommands, useOfferRelease } from "./use-work-commands.ts";

interface ToChargedProps {
  readonly eventId: string;
  /** The event that charged the visit. */
  readonly chargedBy: string;
  readonly look: string;
  /** It was never charged: a draft of which nothing is billed. */
  readonly isDraft: boolean;
}

/** The ways on from a draft whose visit another submission has charged: to that version, with or without the draft. */
function ToCharged({ eventId, chargedBy, look, isDraft }: ToChargedProps) {
  const navigate = useNavigate();
  const remove = useRemove();
  const show = () => navigate({ to: "/visits/$eventId", params: { eventId: chargedBy }, replace: true });
  // First away from it, so that nothing shows a draft that is gone.
  const discard = () => show().then(() => remove([eventId]));
  return (
    <>
      <Button size="small" look="primary" onClick={() => void show()}>
        {look}
      </Button>
      {isDraft ? (
        <Button size="small" onClick={() => void discard()}>
          Discard this draft
        </Button>
      ) : null}
    </>
  );
}

const firstField = (bar: HTMLElement) => bar.closest("form")?.querySelector<HTMLElement>("fieldset input");

interface WorkBarProps {
  readonly eventId: string;
  readonly shared: SharedVisit;
  readonly actions: VisitActions;
  readonly take: Take | undefined;
  /** Sends the visit, and takes the next one when it is charged. */
  readonly onSubmitAndNext: () => void;
  readonly canSubmit: boolean;
}

export function WorkBar({ eventId, shared, actions, take, onSubmitAndNext, canSubmit }: WorkBarProps) {
  const { claim, answer, hold, holdState } = shared;
  const mayClose = useMay("close-visits");
  // An unfinished one, in this browser.
  const { noteDrafts, userName: me } = useWorkspace();
  const hasNote = useKept(noteDrafts)[shared.visitId] !== undefined;
  const letters = useProviderLetters(answer.visit);
  useWorkCommands(shared, actions, { next: take?.next, onSubmitAndNext, canSubmit, letters });
  // Only viewed: nothing of it is stored here.
  const summary = useVisitSummary(eventId);
  const isGuest = summary?.isGuest === true;
  const wasCharged = summary?.state === "charged";
  useOfferRelease(shared, actions, !isGuest || hasNote);
  const corrects = summary?.source.corrects?.invoice;
  const isChanged =
    !isGuest &&
    summary !== undefined &&
    (summary.edited || summary.changedSinceAttempt || summary.state === "draft");
  const words = workWords(claim, answer, { eventId, now: serviceNow(), me, isChanged, wasCharged, corrects });
  const isOpen = claim.kind === "mine" || claim.kind === "free" || claim.kind === "ran-out";
  // Who has it is said above.
  const { error } = holdState;
  const failure = error === undefined || takenByOther(error) ? undefined : describeFailure(error);
  const ways = useRef<HTMLDivElement>(null);
  const canGoOn = canSubmit && take !== undefined;
  // A dialog has the focus until it closes.
  const [kind, setKind] = useState(claim.kind);
  if (kind !== claim.kind && !actions.isAsking) setKind(claim.kind);
  useFocusFollows(ways, kind, kind === "mine" && !canGoOn ? firstField : undefined);
  const takeThis = () => void hold.take();
  return (
    <>
      {words ? (
        <Banner
          isStrip
          isFailure={false}
          tone={words.tone}
          role={words.isLost ? "alert" : "status"}
          title={words.title}
          actions={
            <div ref={ways} className="row">
              {claim.kind === "free" || claim.kind === "ran-out" ? (
                <Button size="small" look="primary" isBusy={holdState.isBusy} onClick={takeThis}>
                  {claim.kind === "free" ? "Work on this visit" : "Take it again"}
                </Button>
              ) : null}
              {claim.kind === "theirs" ? (
                <Button size="small" onClick={() => actions.ask("take-over")}>
                  Take over…
                </Button>
              ) : null}
              {claim.kind === "mine" && canGoOn ? (
                <Button size="small" onClick={onSubmitAndNext} title="Submit and take next (Ctrl+Alt+Enter)">
                  Submit and take next
                </Button>
              ) : null}
              {claim.kind === "mine" ? (
                <Button size="small" isBusy={holdState.isBusy} onClick={actions.release}>
                  Release
                </Button>
              ) : null}
              {isOpen ? (
                <>
                  <Button size="small" look="quiet" onClick={() => actions.ask("snooze")}>
                    Snooze…
                  </Button>
                  {mayClose ? (
                    <Button size="small" look="quiet" onClick={() => actions.ask("close")}>
                      Close without billing…
                    </Button>
                  ) : null}
                </>
              ) : null}
              {claim.kind === "charged" && claim.eventId !== eventId ? (
                <ToCharged
                  eventId={eventId}
                  chargedBy={claim.eventId}
                  look={
                    wasCharged
                      ? "Show what replaced it"
                      : claim.isVoided
                        ? "Show the void visit"
                        : "Show the charged visit"
                  }
                  isDraft={isChanged && !wasCharged}
                />
              ) : null}
              {claim.kind === "closed" ? (
                <Button size="small" onClick={actions.reopen}>
                  Reopen
                </Button>
              ) : null}
              <Button size="small" look="quiet" onClick={() => actions.ask("note")}>
                {hasNote ? "Finish your note…" : "Add note…"}
              </Button>
              {letters[0] ? (
                <Button size="small" look="quiet" onClick={letters[0].write} title="Alt+L">
                  Write to provider
                </Button>
              ) : null}
              {take ? (
                <Button size="small" look="quiet" isBusy={take.isTaking} onClick={take.next}>
                  Take next
                </Button>
              ) : null}
            </div>
          }
        >
          {words.detail}
          {failure ? ` It couldn’t be taken: ${failure.title}. ${failure.advice}` : null}
        </Banner>
      ) : null}
      {actions.dialogs}
    </>
  );
}
