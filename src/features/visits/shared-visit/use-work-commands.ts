import { visitTitle } from "#room/features/visits/visit-name.ts";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { useMay } from "#room/api/account.ts";
import { toast } from "#room/ui/toast-store.ts";
import { type Command, useCommands } from "#room/ui/commands.ts";
import type { SharedVisit } from "./shared-visit.ts";
import type { VisitActions } from "./use-visit-actions.tsx";

interface Ways {
  readonly next: (() => void) | undefined;
  readonly onSubmitAndNext: () => void;
  readonly canSubmit: boolean;
  readonly letters: readonly { readonly name: string; readonly write: () => void }[];
}

export function useWorkCommands(
  { claim, hold }: SharedVisit,
  actions: VisitActions,
  { next, onSubmitAndNext, canSubmit, letters }: Ways,
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
    ...letters.map(({ name, write }, at) => ({
      id: `letter-${String(at)}`,
      title: `Write to the provider: ${name}`,
      ...(at === 0 && { keys: "alt+l" }),
      words: "letter message template direct",
      run: write,
    })),
  ];
  useCommands(commands.map((each) => ({ ...each, group, worksInFields: true })));
}

/**
 * The page is left while this user still has the visit, so that others cannot take it: offers to release it. One in which
 * nothing was typed is released when a new visit is begun.
 */
export function useOfferRelease(
  { visitId, claim, hold, answer }: SharedVisit,
  { release }: VisitActions,
  isTouched: boolean,
): void {
  const router = useRouter();
  const name = visitTitle(visitId, answer.visit);
  const leave = useEffectEvent((here: string, left: typeof hold) => {
    const { pathname } = router.state.location;
    // Drawn anew, such as when another tab edits it: nobody has left.
    if (pathname === here || claim.kind !== "mine" || left.isDone) return;
    if (!isTouched && pathname === "/visits/new") return release();
    toast({
      title: `You still have ${name.replace(/^Visit/, "visit")}`,
      detail: "Nobody else can take it until your time is up.",
      action: { label: "Release", run: release },
    });
  });
  useEffect(() => {
    const here = router.state.location.pathname;
    return () => leave(here, hold);
  }, [hold, router]);
}
