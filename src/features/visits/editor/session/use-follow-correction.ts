import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { EditorSession } from "./editor-session.ts";
import { keepOpenAs } from "./open-names.ts";

/**
 * A correction is sent under its own eventId. The page continues with it: the same draft, its undo history and anything
 * typed meanwhile.
 */
export function useFollowCorrection(session: EditorSession, eventId: string, isReadOnly: boolean): void {
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const { replacedBy } = useVisitSummary(eventId) ?? {};
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (replacedBy === undefined || followed.current === replacedBy || !visits.summary(replacedBy)) return;
    followed.current = replacedBy;
    // A read-only page instead opens the version made by the draft's writer.
    if (!isReadOnly) {
      session.visit.continueAs(replacedBy);
      keepOpenAs(eventId, replacedBy);
    }
    const params = { eventId: replacedBy };
    void navigate({ to: "/visits/$eventId", params, replace: true, resetScroll: false });
  }, [visits, session, eventId, replacedBy, isReadOnly, navigate]);
}
