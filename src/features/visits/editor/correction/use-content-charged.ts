import { asDraft, type DraftEvent } from "#room/billing/draft-event.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";

/** Reads what this event was charged as: what the service has, or what this browser sent. */
export function useContentCharged(eventId: string): () => Promise<DraftEvent | undefined> {
  const { visits } = useWorkspace();
  const shared = useSharedVisit();
  const summary = useVisitSummary(eventId);
  return async () => {
    const { visit, autoChargedEvent } = shared?.answer ?? {};
    if (visit?.eventId === eventId && autoChargedEvent) return asDraft(autoChargedEvent);
    const attempt = summary?.attempts.findLast(({ outcome }) => outcome === "charged");
    const content = attempt && (await visits.attemptContent(eventId, attempt.number));
    return content?.sent;
  };
}
