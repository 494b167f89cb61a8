import type { SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import { isExample } from "./visit-entry.ts";
import { blocked, takenBy } from "#room/workspace/attempts/blocked.ts";
import { lastKnown } from "#room/workspace/attempts/attempt-list.ts";
import type { Claim } from "./visit-standing.ts";
import type { VisitEntry } from "./visit-entry.ts";

export interface PlanFacts {
  /** Every event of this browser that charges the same visit. */
  readonly sameVisit: readonly VisitEntry[];
  /** The service has declared that it answers a repeated event without a second invoice. */
  readonly repeatsAreSafe: boolean;
  readonly allowFaults: boolean;
  /** The service bills nobody: events that are made up may be sent to it. */
  readonly examplesMayLeave: boolean;
  /** What was charged here and taken out of this browser since: this very event, or another one of its visit. */
  readonly removedCharge: "event" | "visit" | undefined;
  /** A corrected version of this event is here. */
  readonly isReplaced: boolean;
  /** Who has the visit, where the service says so. */
  readonly claim?: Claim;
  /** A visit that nobody has is taken before it is sent. */
  readonly isTakenFirst?: boolean;
  /** It stands in the outbox already, so that others that wait there do not keep it from going in. */
  readonly isInOutbox?: boolean;
}

/** What another event of the visit forbids: the order must be such that no fault can bill the visit twice. */
function blockedByOthers(entry: VisitEntry, facts: PlanFacts): SendPlan | undefined {
  const { sameVisit, removedCharge, repeatsAreSafe, isInOutbox = false } = facts;
  // A service that knows events again answers this very one as before, and the row learns that it was charged.
  if (removedCharge === "visit") return blocked("visit-charged");
  if (removedCharge === "event" && !repeatsAreSafe) return blocked("charged");
  const others = sameVisit.filter(({ eventId }) => eventId !== entry.eventId);
  if (others.some(({ state }) => state === "charged")) return blocked("visit-charged");
  const isOpen = ({ state, queued }: VisitEntry) =>
    state === "unknown" || queued?.state === "sending" || (queued !== undefined && !isInOutbox);
  return others.some(isOpen) ? blocked("visit-unsettled") : undefined;
}

/** A visit of the clinic's queue is sent by the one person who has it. */
function blockedByClaim(entry: VisitEntry, facts: PlanFacts): SendPlan | undefined {
  const { claim, isInOutbox = false, isTakenFirst = false } = facts;
  if (claim?.kind === "free" && isTakenFirst) return undefined;
  switch (claim?.kind) {
    case "charged":
      return blocked(claim.eventId === entry.eventId ? "charged" : "visit-charged");
    case "closed":
      return blocked("visit-closed");
    case "theirs":
      return takenBy(claim.by);
    case "ran-out":
      return blocked("not-taken");
    case "free":
    case "unknown":
      // Submitted by whoever had it; nothing has been heard since that says otherwise.
      return entry.serviceVisitId !== undefined && !isInOutbox ? blocked("not-taken") : undefined;
    default:
      return undefined;
  }
}

/** The service has said that another event has charged this visit. */
function isVisitInvoiced(entry: VisitEntry): boolean {
  const known = lastKnown(entry);
  if (known?.outcome !== "refused" || known.code !== "VisitAlreadyInvoiced") return false;
  return known.visitId === undefined ? !entry.changedSinceAttempt : known.visitId === entry.visitId;
}

/**
 * What sending this event now would mean: the one place where it is decided, for the forecast in the editor, the dry
 * run of a batch, and the guard before anything leaves.
 */
export function planOf(entry: VisitEntry, facts: PlanFacts): SendPlan {
  if (isExample(entry) && !facts.examplesMayLeave) return blocked("example");
  if (facts.isReplaced) return blocked("replaced");
  const known = lastKnown(entry);
  const expects = entry.reason === "" ? "charged" : "withheld";
  if (known?.outcome === "charged") return blocked("charged");
  if (known?.outcome === "unknown") {
    if (entry.changedSinceAttempt) return blocked("unknown-changed");
    return facts.repeatsAreSafe ? { kind: "repeat", expects: "answer" } : blocked("unknown-needs-word");
  }
  if (isVisitInvoiced(entry)) return blocked("visit-charged");
  const others = blockedByOthers(entry, facts);
  if (others) return others;
  const notOurs = blockedByClaim(entry, facts);
  if (notOurs) return notOurs;
  if (entry.hasIncoming) return blocked("to-be-merged");
  if (known?.outcome === "withheld" && !entry.changedSinceAttempt)
    return { kind: "repeat", expects: "withheld" };
  if (entry.blocking > 0 && !facts.allowFaults) return blocked("blocking-faults");
  // What the service keeps of a refused event of its queue stays as it came, under the eventId that it came with.
  const isKept = entry.source.kind === "service" && known?.number === 1;
  const isKnownOtherwise = known?.outcome === "withheld" || known?.code === "EventIdReused" || isKept;
  return { kind: isKnownOtherwise ? "correct" : "send", expects };
}
