import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { OwnAttempt } from "#room/features/visits/shared-visit/own-attempt.ts";

/** Every attempt to send this visit, newest first, including those of the events it replaced. */
export function useSent(eventId: string): readonly OwnAttempt[] {
  const summary = useVisitSummary(eventId);
  const { visits } = useWorkspace();
  const events = summary ? [summary, ...visits.older(eventId)] : [];
  return events.flatMap((event) =>
    event.attempts.toReversed().map((attempt) => ({ eventId: event.eventId, attempt })),
  );
}
