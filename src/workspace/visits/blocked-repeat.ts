import { blocked, takenBy } from "#room/workspace/attempts/blocked.ts";
import type { Blocked } from "#room/workspace/attempts/outbox-entry.ts";
import type { PlanFacts } from "./send-plan.ts";
import type { VisitEntry } from "./visit-entry.ts";

/**
 * Why what got no answer is not sent again to find out what became of it: by what the service says its visit has no
 * invoice, and by now it would be billed over another's work. A correction takes the place of its own invoice alone.
 */
export function blockedRepeat(
  { eventId, source }: VisitEntry,
  { claim, isOutdated }: Pick<PlanFacts, "claim" | "isOutdated">,
  newest: string | undefined,
): Blocked | undefined {
  if (newest === undefined || newest === eventId || source.corrects) return undefined;
  if (claim?.kind === "theirs") return takenBy(claim.by);
  const hasInvoice = claim?.kind === "charged" && !claim.isVoided;
  return isOutdated && !hasInvoice ? blocked("outdated") : undefined;
}
