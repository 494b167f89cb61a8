import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { EditorSession } from "./editor-session.ts";
import { keepOpenAs } from "./open-names.ts";

/**
 * An event is kept under its eventId. When that is edited, the draft goes over to the new one, and the page stays as
 * it is. The function gives a promise that resolves when the move is done.
 */
export function useRename(session: EditorSession, eventId: string): () => Promise<void> {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const moving = useRef<Promise<void>>(Promise.resolve());
  const move = async () => {
    const next = canonicalGuid(session.visit.text({ path: "eventId" }));
    if (next === undefined || next === eventId || isGuidAbsent(next)) return;
    if (visits.summary(next)) {
      toast({
        tone: "warn",
        title: "Another visit in this browser has that event ID",
        detail: "Open that one, or choose another ID.",
      });
      return;
    }
    await session.saver.flush();
    const source = visits.summary(eventId)?.source ?? { kind: "new" };
    await visits.add(session.visit.event(), source);
    keepOpenAs(eventId, next);
    await navigate({ to: "/visits/$eventId", params: { eventId: next }, replace: true, resetScroll: false });
    // What was sent under the old id stays in the ledger.
    if (visits.summary(eventId)?.attempts.length === 0) await visits.remove([eventId]);
  };
  return () => {
    moving.current = moving.current.then(move);
    return moving.current;
  };
}
