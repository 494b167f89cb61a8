import { useEffect, useRef } from "react";
import { useTellOutcome } from "#room/features/visits/sending/use-told-outcome.ts";
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
  const latest = useRef({ next, onCharged, eventId });
  const { state } = useVisitSummary(eventId) ?? {};
  useEffect(() => {
    latest.current = { next, onCharged, eventId };
  });
  useEffect(
    () =>
      outbox.onSettled((settled) => {
        const { next, onCharged, eventId } = latest.current;
        const { id, outcome } = settled;
        if (id !== eventId && id !== visits.newestOf(eventId)) return;
        if (outcome === "charged") {
          onCharged();
          if (thenNext.current) {
            tell(settled);
            next?.();
          }
        }
        thenNext.current = false;
      }),
    [outbox, visits, tell, thenNext],
  );
  return () => {
    if (state === "charged") next?.();
    else submit({ thenNext: true });
  };
}
