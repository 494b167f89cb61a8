import { useEffect, useRef } from "react";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useTellOutcome } from "#room/features/visits/sending/use-told-outcome.ts";
import { serviceIsBack } from "#room/api/reach-service.ts";
import type { SharedVisit } from "./shared-visit.ts";

export interface SharedEditor {
  readonly visit: { subscribe(listener: () => void): () => void };
  readonly saver: { flush(): Promise<void> };
  settle(): void;
}

/** Editing takes the visit and keeps it; when it is lost or charged, what was typed stays as a draft. */
export function useSharedEditing(
  editor: SharedEditor,
  { hold, holdState }: Partial<Pick<SharedVisit, "hold" | "holdState">>,
  isOver: boolean,
): void {
  useEffect(() => {
    if (!hold || !holdState?.isOwed) return undefined;
    const stop = new AbortController();
    void serviceIsBack(stop.signal).then(() => stop.signal.aborted || hold.isDone || hold.ensure());
    return () => stop.abort();
  }, [hold, holdState]);
  useEffect(() => (hold ? editor.visit.subscribe(() => hold.worked()) : undefined), [editor, hold]);
  useEffect(() => {
    if (!isOver) return;
    editor.settle();
    // If the browser cannot store it, the draft's own status says so.
    void editor.saver.flush().catch(() => undefined);
  }, [editor, isOver]);
}

/** Sends, and calls `next` if this send was charged, which is told there; the user reviews any other outcome. */
export function useSubmitAndNext(
  eventId: string,
  submit: () => void,
  { next, onCharged }: { readonly next: (() => void) | undefined; readonly onCharged: () => void },
): () => void {
  const { outbox, visits } = useWorkspace();
  const tell = useTellOutcome();
  const isWanted = useRef(false);
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
          if (isWanted.current) {
            tell(settled);
            next?.();
          }
        }
        isWanted.current = false;
      }),
    [outbox, visits, tell],
  );
  return () => {
    if (state === "charged") next?.();
    else {
      isWanted.current = true;
      submit();
    }
  };
}
