import { useEffect, useRef } from "react";
import { useMay } from "#room/api/account.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { isTakenByOther } from "./taken-by.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { type Command, useCommands } from "#room/ui/commands.ts";
import type { SharedVisit } from "./shared-visit.ts";
import { useHasNoteDraft } from "./use-note-draft.ts";
import { useDeeds, type Deeds } from "./use-deeds.tsx";
import type { TakeNext } from "./use-take-next.ts";
import { workWords } from "./work-words.ts";

interface WorkBarProps {
  /** The event that is open. */
  readonly eventId: string;
  readonly shared: SharedVisit;
  readonly next: TakeNext | undefined;
  /** Sends the visit, and takes the next one when it is charged. */
  readonly onSubmitAndNext: () => void;
  readonly canSubmit: boolean;
}

/** Who has the visit, and what can be done about it: by button, by key and in the palette. */
export function WorkBar({ eventId, shared, next, onSubmitAndNext, canSubmit }: WorkBarProps) {
  const { claim, answer, hold, holdState } = shared;
  const deeds = useDeeds(shared);
  const mayClose = useMay("close-visits");
  const hasNote = useHasNoteDraft(shared.visitId);
  useWorkCommands(shared, deeds, { next: next?.takeNext, onSubmitAndNext, canSubmit });
  useOfferRelease(shared, deeds);
  const words = workWords(claim, answer.visit, { eventId, now: serviceNow() });
  const isOpen = claim.kind === "mine" || claim.kind === "free" || claim.kind === "ran-out";
  const other = isTakenByOther(holdState.error);
  const failure =
    holdState.error !== undefined && other === undefined ? describeFailure(holdState.error) : undefined;
  const take = () => void hold.take();
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
            <>
              {claim.kind === "free" || claim.kind === "ran-out" ? (
                <Button size="small" look="primary" isBusy={holdState.isBusy} onClick={take}>
                  {claim.kind === "free" ? "Work on this visit" : "Take it again"}
                </Button>
              ) : null}
              {claim.kind === "theirs" ? (
                <Button size="small" onClick={() => deeds.ask("take-over")}>
                  Take over…
                </Button>
              ) : null}
              {claim.kind === "mine" && canSubmit && next ? (
                <Button size="small" onClick={onSubmitAndNext} title="Submit and take next (Ctrl+Alt+Enter)">
                  Submit and take next
                </Button>
              ) : null}
              {claim.kind === "mine" ? (
                <Button size="small" isBusy={holdState.isBusy} onClick={deeds.release}>
                  Release
                </Button>
              ) : null}
              {isOpen ? (
                <>
                  <Button size="small" look="quiet" onClick={() => deeds.ask("snooze")}>
                    Not now…
                  </Button>
                  {mayClose ? (
                    <Button size="small" look="quiet" onClick={() => deeds.ask("close")}>
                      Close without a charge…
                    </Button>
                  ) : null}
                </>
              ) : null}
              {claim.kind === "closed" ? (
                <Button size="small" onClick={deeds.reopen}>
                  Reopen
                </Button>
              ) : null}
              <Button size="small" look="quiet" onClick={() => deeds.ask("note")}>
                {hasNote ? "Finish your note…" : "Add note…"}
              </Button>
              {next ? (
                <Button size="small" look="quiet" isBusy={next.isTaking} onClick={next.takeNext}>
                  Take next
                </Button>
              ) : null}
            </>
          }
        >
          {words.detail}
          {failure ? ` It couldn’t be taken: ${failure.title}. ${failure.advice}` : null}
        </Banner>
      ) : null}
      {deeds.dialogs}
    </>
  );
}

interface Ways {
  readonly next: (() => void) | undefined;
  readonly onSubmitAndNext: () => void;
  readonly canSubmit: boolean;
}

/** The same by key, from a field too, and in the palette. */
function useWorkCommands(
  { claim, hold }: SharedVisit,
  deeds: Deeds,
  { next, onSubmitAndNext, canSubmit }: Ways,
): void {
  const mayClose = useMay("close-visits");
  const isOpen = claim.kind === "mine" || claim.kind === "free" || claim.kind === "ran-out";
  const group = "Work";
  const work = () => {
    if (claim.kind === "theirs") deeds.ask("take-over");
    else void hold.take();
  };
  const commands: Command[] = [
    {
      id: "work-on",
      title: claim.kind === "theirs" ? `Take over from ${claim.by}…` : "Work on this visit",
      keys: "alt+w",
      isEnabled: claim.kind === "free" || claim.kind === "ran-out" || claim.kind === "theirs",
      run: work,
    },
    {
      id: "submit-next",
      title: "Submit and take next",
      keys: "mod+alt+enter",
      isEnabled: canSubmit && next !== undefined && claim.kind !== "charged",
      run: onSubmitAndNext,
    },
    {
      id: "not-now",
      title: "Not now…",
      keys: "alt+z",
      words: "snooze put off later",
      isEnabled: isOpen,
      run: () => deeds.ask("snooze"),
    },
    {
      id: "close-visit",
      title: "Close without a charge…",
      keys: "alt+x",
      isEnabled: isOpen && mayClose,
      run: () => deeds.ask("close"),
    },
    { id: "reopen-visit", title: "Reopen this visit", isEnabled: claim.kind === "closed", run: deeds.reopen },
    {
      id: "release-visit",
      title: "Release this visit",
      isEnabled: claim.kind === "mine",
      run: deeds.release,
    },
    {
      id: "note-visit",
      title: "Add a note…",
      keys: "alt+m",
      words: "memo comment",
      run: () => deeds.ask("note"),
    },
  ];
  useCommands(commands.map((each) => ({ ...each, group, worksInFields: true })));
}

/** Left while it is still this user's: others cannot take it, so giving it back is offered. */
function useOfferRelease({ visitId, claim, hold }: SharedVisit, { release }: Deeds): void {
  const latest = useRef({ claim, release });
  useEffect(() => {
    latest.current = { claim, release };
  });
  useEffect(
    () => () => {
      const { claim, release } = latest.current;
      if (claim.kind !== "mine" || hold.isDone) return;
      toast({
        title: `You still have visit ${shortGuid(visitId)}`,
        detail: "Nobody else can take it until your time is up.",
        action: { label: "Release", run: release },
      });
    },
    [visitId, hold],
  );
}
