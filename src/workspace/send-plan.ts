import type { SendPlan } from "./outbox-entry.ts";
import { blocked, isExample, lastKnown } from "./visit-entry.ts";
import type { VisitEntry } from "./visit-entry.ts";

export interface PlanFacts {
  /** Every event of this browser that charges the same visit. */
  readonly sameVisit: readonly VisitEntry[];
  /** The service has declared that it answers a repeated event without a second invoice. */
  readonly repeatsAreSafe: boolean;
  readonly allowFaults: boolean;
  /** The service bills nobody: events that are made up may be sent to it. */
  readonly examplesMayLeave: boolean;
  /** A charged event of this visit was here and was taken out of this browser. */
  readonly wasCharged: boolean;
}

/** What another event of the visit forbids: the order must be such that no fault can bill the visit twice. */
function blockedByOthers(entry: VisitEntry, facts: PlanFacts): SendPlan | undefined {
  const { sameVisit, repeatsAreSafe, wasCharged } = facts;
  if (wasCharged && !repeatsAreSafe) return blocked("visit-charged");
  for (const other of sameVisit) {
    if (other.eventId === entry.eventId) continue;
    if (other.state === "unknown" || other.queued?.state === "sending") return blocked("visit-unsettled");
    // A service that declares repeats safe also refuses a second invoice itself, in words worth showing.
    if (other.state === "charged" && !repeatsAreSafe) return blocked("visit-charged");
  }
  return undefined;
}

/** What sending this event now would mean, its own place in the outbox left aside. */
export function planOf(entry: VisitEntry, facts: PlanFacts): SendPlan {
  if (isExample(entry) && !facts.examplesMayLeave) return blocked("example");
  if (entry.replacedBy !== undefined) return blocked("replaced");
  const known = lastKnown(entry);
  if (known?.outcome === "charged") return blocked("charged");
  if (known?.outcome === "unknown") {
    if (entry.changedSinceAttempt) return blocked("unknown-changed");
    return facts.repeatsAreSafe ? { kind: "repeat" } : blocked("unknown-needs-word");
  }
  if (known?.outcome === "withheld" && entry.changedSinceAttempt) return blocked("needs-new-event-id");
  if (known?.outcome === "refused" && known.code === "EventIdReused") return blocked("needs-new-event-id");
  const others = blockedByOthers(entry, facts);
  if (others) return others;
  if (known?.outcome === "withheld") return { kind: "repeat" };
  if (entry.blocking > 0 && !facts.allowFaults) return blocked("blocking-faults");
  return { kind: "send" };
}
