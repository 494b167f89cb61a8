import { useEffect, useRef } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { refusedFindings } from "./apply-refused.ts";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";

/**
 * Shows the service's faults at the fields whose text is still what was sent; after a new refusal, focuses the first.
 */
export function useRefused(session: EditorSession, eventId: string, last: Attempt | undefined): void {
  const { visits } = useWorkspace();
  const known = useRef(last?.number);
  useEffect(() => {
    let isOver = false;
    const isNew = last?.outcome === "refused" && last.number !== known.current;
    if (last?.outcome !== undefined) known.current = last.number;
    const show = async (attempt: Attempt) => {
      const content = await visits.attemptContent(eventId, attempt.number);
      if (isOver || !content) return;
      const found = refusedFindings(attempt, content.sent, session.visit.event());
      session.findings.setRefused(found);
      const first = isNew
        ? session.findings.list
            .get()
            .find(({ finding }) => finding.ruleId === "service" && finding.path.length > 0)
        : undefined;
      if (first?.place) session.focus(first.place);
    };
    if (last?.outcome === "refused" && (last.fields?.length ?? 0) > 0) void show(last);
    else session.findings.setRefused([]);
    return () => {
      isOver = true;
    };
  }, [session, visits, eventId, last]);
}
