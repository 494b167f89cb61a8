import { useEffect, useRef } from "react";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { isLocked, type SharedVisitState } from "./shared-visit.ts";

/** What of the open editor follows who has the visit. */
export interface SharedEditor {
  readonly visit: { subscribe(listener: () => void): () => void };
  readonly saver: { flush(): Promise<void> };
  settle(): void;
}

/** Work takes the visit and keeps it; what was typed when it is lost is kept as the draft. */
export function useSharedEditing(editor: SharedEditor, state: SharedVisitState): void {
  const hold = state.kind === "shared" ? state.hold : undefined;
  const locked = state.kind === "shared" && isLocked(state.claim);
  useEffect(() => (hold ? editor.visit.subscribe(() => hold.worked()) : undefined), [editor, hold]);
  useEffect(() => {
    if (!locked) return;
    editor.settle();
    // A browser that cannot keep it says so beside the draft.
    void editor.saver.flush().catch(() => undefined);
  }, [editor, locked]);
}

/** Sends, and runs `next` once this very send was charged; any other outcome is looked at by a person first. */
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
