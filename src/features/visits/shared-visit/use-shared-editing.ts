import { useEffect } from "react";
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
