import { toast, type ToastContent } from "#room/ui/toast-store.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";

/**
 * Reports the last step and offers Undo. The offer lasts until another step, an undo included, or until the returned
 * function is called when the visit is closed.
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
