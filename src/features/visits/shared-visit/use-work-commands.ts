import { visitTitle } from "#room/features/visits/visit-name.ts";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { useMay } from "#room/api/account.ts";
import { toast } from "#room/ui/toast-store.ts";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import type { SharedVisit } from "./shared-visit.ts";
import type { VisitActions } from "./use-visit-actions.tsx";

const command = commandsOf("Work");

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
  const work = () => {
    if (claim.kind === "theirs") actions.ask("take-over");
    else void hold.take();
  };
  const workWords = claim.kind === "theirs" ? `Take over from ${claim.by}…` : "Work on this visit";
  const toDo = claim.kind === "free" || claim.kind === "ran-out" || claim.kind === "theirs";
  const canGoOn = canSubmit && next !== undefined && claim.kind !== "charged";
  useCommands([
    { ...command("work-on", workWords, "alt+w", work), isEnabled: toDo },
    {
      ...command("submit-next", "Submit and take next", "mod+alt+enter", onSubmitAndNext),
      isEnabled: canGoOn,
    },
    {
      ...command("snooze-visit", "Snooze…", "alt+z", () => actions.ask("snooze")),
      words: "not now put off later",
      isEnabled: isOpen,
    },
    {
      ...command("close-visit", "Close without billing…", "alt+x", () => actions.ask("close")),
      isEnabled: isOpen && mayClose,
    },
    {
      ...command("reopen-visit", "Reopen this visit", "", actions.reopen),
      isEnabled: claim.kind === "closed",
    },
    {
      ...command("release-visit", "Release this visit", "", actions.release),
      isEnabled: claim.kind === "mine",
    },
    { ...command("note-visit", "Add a note…", "alt+m", () => actions.ask("note")), words: "memo comment" },
    ...letters.map(({ name, write }, at) => ({
      ...command(`letter-${at}`, `Write to the provider: ${name}`, at === 0 ? "alt+l" : "", write),
      words: "letter message template direct",
    })),
  ]);
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
