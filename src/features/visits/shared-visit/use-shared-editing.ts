import { useEffect, useRef } from "react";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { isLocked, type SharedVisitState } from "./shared-visit.ts";

/** The parts of the open editor that depend on who has the visit. */
export interface SharedEditor {
  readonly visit: { subscribe(listener: () => void): () => void };
  readonly saver: { flush(): Promise<void> };
  settle(): void;
}

/** Editing takes the visit and keeps it; when it is lost, what was typed stays as a draft. */
export function useSharedEditing(editor: SharedEditor, eventId: string, state: SharedVisitState): void {
  const hold = state.kind === "shared" ? state.hold : undefined;
  const locked = state.kind === "shared" && isLocked(state.claim, eventId);
  useEffect(() => (hold ? editor.visit.subscribe(() => hold.worked()) : undefined), [editor, hold]);
  useEffect(() => {
    if (!locked) return;
    editor.settle();
    // If the browser cannot store it, the draft's own status says so.
    void editor.saver.flush().catch(() => undefined);
  }, [editor, locked]);
}

/** Sends, and calls `next` if this send was charged; the user reviews any other outcome. */
export function useSubmitAndNext(
  eventId: string,
  submit: () => void,
  { next, onCharged }: { readonly next: (() => void) | undefined; readonly onCharged: () => void },
): () => void {
  const { outbox, visits } = useWorkspace();
  const isWanted = useRef(false);
  const latest = useRef({ next, onCharged, eventId });
  const { state } = useVisitSummary(eventId) ?? {};
  useEffect(() => {
    latest.current = { next, onCharged, eventId };
  });
  useEffect(
    () =>
      outbox.onSettled(({ id, outcome }) => {
        const { next, onCharged, eventId } = latest.current;
        if (id !== eventId && id !== visits.newestOf(eventId)) return;
        if (outcome === "charged") {
          onCharged();
          if (isWanted.current) next?.();
        }
        isWanted.current = false;
      }),
    [outbox, visits],
  );
  return () => {
    if (state === "charged") next?.();
    else {
      isWanted.current = true;
      submit();
    }
  };
}
