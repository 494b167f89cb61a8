import { useEffect } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** While this page is looked at, everything for a send of the event is at hand. */
export function useReady(eventId: string, isReadOnly: boolean): void {
  const { outbox } = useWorkspace();
  useEffect(() => {
    if (isReadOnly) return undefined;
    let end: (() => void) | undefined;
    const look = () => {
      const before = end;
      // Begun before the last one ends, so that the right to send is not given up in between.
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
