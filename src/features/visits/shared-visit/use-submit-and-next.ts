import { useEffect, useEffectEvent } from "react";
import { useTellOutcome } from "#room/features/visits/sending/use-told-outcome.ts";
import type { Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";

export interface Submission {
  submit(options?: { readonly thenNext?: boolean }): void;
  /** Of what was submitted last: whether the next visit follows it. */
  readonly thenNext: { current: boolean };
}

/** Sends, and calls `next` if this send was charged, which is told there; the user reviews any other outcome. */
export function useSubmitAndNext(
  eventId: string,
  { submit, thenNext }: Submission,
  { next, onCharged }: { readonly next: (() => void) | undefined; readonly onCharged: () => void },
): () => void {
  const { outbox, visits } = useWorkspace();
  const tell = useTellOutcome();
  const { state } = useVisitSummary(eventId) ?? {};
  const isOver = useEffectEvent((settled: Settled) => {
    const { id, outcome } = settled;
    if (id !== eventId && id !== visits.newestOf(eventId)) return false;
    if (outcome !== "charged") return true;
    onCharged();
    if (!thenNext.current) return true;
    tell(settled);
    next?.();
    return true;
  });
  useEffect(
    () =>
      outbox.onSettled((settled) => {
        if (isOver(settled)) thenNext.current = false;
      }),
    [outbox, thenNext],
  );
  return () => {
    if (state === "charged") next?.();
    else submit({ thenNext: true });
  };
}
