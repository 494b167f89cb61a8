import { toast, type ToastContent } from "#room/ui/toast-store.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";

/**
 * Says what the last step did and offers to take it back. The offer stands while that step is the last: what comes
 * after it, an undo too, takes the offer away. The returned function does so as well, for when the visit is left.
 */
export function offerUndo(visit: VisitDraft, content: ToastContent): () => void {
  const step = visit.history().done.at(-1)?.id;
  const isLast = () => step !== undefined && visit.history().done.at(-1)?.id === step;
  const run = () => {
    if (isLast()) visit.undo();
  };
  const close = toast({ ...content, action: { label: "Undo", run } });
  const stop = visit.subscribeHistory(() => {
    if (!isLast()) end();
  });
  const end = () => {
    stop();
    close();
  };
  return end;
}
