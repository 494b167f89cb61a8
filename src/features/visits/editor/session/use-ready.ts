import { useEffect } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** While this page is visible, keeps everything needed to send the event ready. */
export function useReady(eventId: string, isReadOnly: boolean): void {
  const { outbox } = useWorkspace();
  useEffect(() => {
    if (isReadOnly) return undefined;
    let end: (() => void) | undefined;
    const look = () => {
      const before = end;
      // Started before the previous one ends, so that the right to send is not released in between.
      end = document.visibilityState === "visible" ? outbox.ready(eventId) : undefined;
      before?.();
    };
    look();
    document.addEventListener("visibilitychange", look);
    // Another window may have taken the right to send.
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
      end?.();
    };
  }, [outbox, eventId, isReadOnly]);
}
