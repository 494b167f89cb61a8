import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { EditorSession } from "./editor-session.ts";
import { keepOpenAs } from "./open-names.ts";

/**
 * A correction goes out under an eventId of its own. The page goes on with it: the same draft, its undo history, and
 * whatever was typed meanwhile.
 */
export function useFollowCorrection(session: EditorSession, eventId: string, isReadOnly: boolean): void {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const { replacedBy } = useVisitSummary(eventId) ?? {};
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (replacedBy === undefined || followed.current === replacedBy || !visits.summary(replacedBy)) return;
    followed.current = replacedBy;
    // Who only looks opens what the writer of the draft made of it.
    if (!isReadOnly) {
      session.visit.goOnAs(replacedBy);
      keepOpenAs(eventId, replacedBy);
    }
    const params = { eventId: replacedBy };
    void navigate({ to: "/visits/$eventId", params, replace: true, resetScroll: false });
  }, [visits, session, eventId, replacedBy, isReadOnly, navigate]);
}
