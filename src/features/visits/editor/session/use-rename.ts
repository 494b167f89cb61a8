import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toastError } from "#room/ui/toast-store.ts";
import type { EditorSession } from "./editor-session.ts";
import { keepOpenAs } from "./open-names.ts";

/**
 * Events are stored under their eventId. When the user edits it, the draft moves to the new one and the page stays. The
 * returned function resolves to the eventId the draft is stored under after the move, or undefined if the typed one
 * could not be used, which is reported.
 */
export function useRename(session: EditorSession, eventId: string): () => Promise<string | undefined> {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const current = useRef(eventId);
  const moving = useRef<Promise<string | undefined>>(Promise.resolve(eventId));
  useEffect(() => {
    current.current = eventId;
  }, [eventId]);
  const move = async () => {
    const before = current.current;
    const next = canonicalGuid(session.visit.text({ path: "eventId" }));
    if (next === undefined || next === before || isGuidAbsent(next)) return before;
    // The page is about to continue as its correction.
    if (visits.newestOf(before) === next) return next;
    let goOn: (() => void) | undefined;
    try {
      await session.saver.flush();
      goOn = session.saver.hold();
      if (visits.summary(before)) await visits.reissue(before, { typed: next });
      else await visits.add(session.visit.event(), { kind: "new" });
    } catch (error) {
      goOn?.();
      toastError("The visit’s new ID wasn’t saved", error, "warn");
      return undefined;
    }
    keepOpenAs(before, next);
    current.current = next;
    await navigate({ to: "/visits/$eventId", params: { eventId: next }, replace: true, resetScroll: false });
    return next;
  };
  return () => {
    moving.current = moving.current.then(move);
    return moving.current;
  };
}
