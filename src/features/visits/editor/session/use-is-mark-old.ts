import { isSameOutcome } from "#room/billing/outcome.ts";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { useEditor, useSignal } from "./editor-context.ts";

/**
 * The rules engine withheld the visit as it came, and it was changed since. Only the engine runs those rules, so that
 * what it said may be mended already; it holds until somebody approves the visit.
 */
export function useIsMarkOld(eventId: string): boolean {
  const { cameWith, outcome } = useEditor();
  const now = useSignal(outcome);
  const { edited = false, changedSinceAttempt = false } = useVisitSummary(eventId) ?? {};
  return now.kind === "withheld" && (edited || changedSinceAttempt) && isSameOutcome(now, cameWith);
}
