import { useEffect, useRef } from "react";
import { useMay } from "#room/api/account.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { toast } from "#room/ui/toast-store.ts";
import { type Command, useCommands } from "#room/ui/commands.ts";
import type { SharedVisit } from "./shared-visit.ts";
import type { VisitActions } from "./use-visit-actions.tsx";

interface Ways {
  readonly next: (() => void) | undefined;
  readonly onSubmitAndNext: () => void;
  readonly canSubmit: boolean;
}

/** The same actions by shortcut, also from a field, and in the palette. */
export function useWorkCommands(
  { claim, hold }: SharedVisit,
  actions: VisitActions,
  { next, onSubmitAndNext, canSubmit }: Ways,
): void {
  const mayClose = useMay("close-visits");
  const isOpen = claim.kind === "mine" || claim.kind === "free" || claim.kind === "ran-out";
  const group = "Work";
  const work = () => {
    if (claim.kind === "theirs") actions.ask("take-over");
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
      id: "snooze-visit",
      title: "Snooze…",
      keys: "alt+z",
      words: "not now put off later",
      isEnabled: isOpen,
      run: () => actions.ask("snooze"),
    },
    {
      id: "close-visit",
      title: "Close without billing…",
      keys: "alt+x",
      isEnabled: isOpen && mayClose,
      run: () => actions.ask("close"),
    },
    {
      id: "reopen-visit",
      title: "Reopen this visit",
      isEnabled: claim.kind === "closed",
      run: actions.reopen,
    },
    {
      id: "release-visit",
      title: "Release this visit",
      isEnabled: claim.kind === "mine",
      run: actions.release,
    },
    {
      id: "note-visit",
      title: "Add a note…",
      keys: "alt+m",
      words: "memo comment",
      run: () => actions.ask("note"),
    },
  ];
  useCommands(commands.map((each) => ({ ...each, group, worksInFields: true })));
}

/** The page is left while this user still has the visit: offers to release it, since others cannot take it. */
export function useOfferRelease({ visitId, claim, hold }: SharedVisit, { release }: VisitActions): void {
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
