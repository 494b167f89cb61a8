import type { SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import { isExample, type VisitEntry } from "./visit-entry.ts";
import { blocked, takenBy } from "#room/workspace/attempts/blocked.ts";
import { lastKnown } from "#room/workspace/attempts/attempt-list.ts";
import type { Claim } from "./claim.ts";
import type { Corrects } from "./visit-record.ts";

export interface PlanFacts {
  /** All events in this browser that charge the same visit. */
  readonly sameVisit: readonly VisitEntry[];
  /** The service has declared that repeating an event never creates a second invoice. */
  readonly repeatsAreSafe: boolean;
  readonly allowFaults: boolean;
  /** The service bills nobody: sample events may be sent to it. */
  readonly examplesMayLeave: boolean;
  /** What was charged here and since removed from this browser: this very event, or another one of its visit. */
  readonly removedCharge: "event" | "visit" | undefined;
  /** This browser has a corrected version of the event. */
  readonly isReplaced: boolean;
  /** Who has the visit, if the service tracks that. */
  readonly claim?: Claim;
  /** The service was sent a newer event of the visit, which the user has not seen. */
  readonly isOutdated?: boolean;
  /** Take the visit before sending if nobody has it. */
  readonly isTakenFirst?: boolean;
  /** It is in the outbox already, so others waiting there do not block it. */
  readonly isInOutbox?: boolean;
}

/** What the workspace itself knows of them. */
export type WorkspaceFacts = Pick<
  PlanFacts,
  "sameVisit" | "removedCharge" | "isReplaced" | "claim" | "isOutdated"
>;

/** The visit has had its invoice: sending it can only be answered with that. */
export function isOver(plan: SendPlan): boolean {
  return plan.kind === "blocked" && ["charged", "visit-charged", "voided"].includes(plan.reason);
}

/** Blocks from other events of the visit. The order must ensure that no failure can bill the visit twice. */
function blockedByOthers(entry: VisitEntry, facts: PlanFacts): SendPlan | undefined {
  const { sameVisit, removedCharge, repeatsAreSafe, isInOutbox = false } = facts;
  // A service that recognizes events answers this one as before, and the row learns that it was charged.
  if (removedCharge === "visit") return blocked("visit-charged");
  if (removedCharge === "event" && !repeatsAreSafe) return blocked("charged");
  const others = sameVisit.filter(({ eventId }) => eventId !== entry.eventId);
  if (others.some(({ state }) => state === "charged")) return blocked("visit-charged");
  return blockedByOpen(others, isInOutbox);
}

/** Another event of the visit may yet charge it. */
function blockedByOpen(others: readonly VisitEntry[], isInOutbox: boolean): SendPlan | undefined {
  const isOpen = ({ state, queued }: VisitEntry) =>
    state === "unknown" || queued?.state === "sending" || (queued !== undefined && !isInOutbox);
  return others.some(isOpen) ? blocked("visit-unsettled") : undefined;
}

/** A visit of the clinic's queue is sent only by the user who has it. */
function blockedByClaim(entry: VisitEntry, facts: PlanFacts): SendPlan | undefined {
  const { claim, repeatsAreSafe, isInOutbox = false, isTakenFirst = false } = facts;
  if (claim?.kind === "free" && isTakenFirst) return undefined;
  switch (claim?.kind) {
    case "charged":
      if (claim.eventId !== entry.eventId) return blocked("visit-charged");
      // The service answers what it was sent as before, and the row learns that it was charged.
      return isInOutbox && repeatsAreSafe && !claim.isVoided && !entry.edited
        ? undefined
        : blocked("charged");
    case "closed":
      return blocked("visit-closed");
    case "theirs":
      return takenBy(claim.by);
    case "ran-out":
      return blocked("not-taken");
    case "free":
    case "unknown":
      // Submitted while the user had it; nothing since says otherwise.
      return entry.serviceVisitId !== undefined && !isInOutbox ? blocked("not-taken") : undefined;
    case "mine":
    case undefined:
      return undefined;
  }
}

/** A correction is sent only in the place of the invoice that it was begun from, and once the user has said why. */
function blockedCorrection(
  corrects: Corrects,
  entry: VisitEntry,
  { sameVisit, claim, isInOutbox = false }: PlanFacts,
): SendPlan | undefined {
  const { name } = entry.source;
  if (corrects.invoice === 0) return blocked("corrected-elsewhere");
  const isAnothers = claim?.kind === "charged" && (claim.isVoided === true || claim.eventId !== name);
  if (isAnothers || lastKnown(entry)?.code === "InvoiceNotNewest") return blocked("visit-corrected");
  const others = sameVisit.filter(({ eventId }) => eventId !== entry.eventId);
  if (
    others.some(({ state, source }) => state === "charged" && source.corrects?.invoice === corrects.invoice)
  )
    return blocked("visit-corrected");
  return blockedByOpen(others, isInOutbox) ?? (corrects.reason === "" ? blocked("unexplained") : undefined);
}

/** The service has said that another event charged this visit. */
function isVisitInvoiced(entry: VisitEntry): boolean {
  const known = lastKnown(entry);
  if (known?.outcome !== "refused" || known.code !== "VisitAlreadyInvoiced") return false;
  return known.visitId === undefined ? !entry.changedSinceAttempt : known.visitId === entry.visitId;
}

function blockedCharge(entry: VisitEntry, facts: PlanFacts): SendPlan | undefined {
  if (isVisitInvoiced(entry)) return blocked("visit-charged");
  return blockedByOthers(entry, facts) ?? blockedByClaim(entry, facts);
}

/**
 * What sending this event now would do: the single decision behind the editor's forecast, the dry run of a batch, and
 * the check before anything leaves.
 */
export function planOf(entry: VisitEntry, facts: PlanFacts): SendPlan {
  const plan = plannedOf(entry, facts);
  const { claim } = facts;
  return claim?.kind === "charged" && claim.isVoided && isOver(plan) ? blocked("voided") : plan;
}

function plannedOf(entry: VisitEntry, facts: PlanFacts): SendPlan {
  if (isExample(entry) && !facts.examplesMayLeave) return blocked("example");
  if (facts.isReplaced) return blocked("replaced");
  const known = lastKnown(entry);
  const expects = entry.reason === "" ? "charged" : "withheld";
  if (known?.outcome === "charged") return blocked("charged");
  if (known?.outcome === "unknown") {
    if (entry.changedSinceAttempt) return blocked("unknown-changed");
    return facts.repeatsAreSafe ? { kind: "repeat", expects: "answer" } : blocked("unknown-needs-word");
  }
  const { corrects } = entry.source;
  const hindered = corrects ? blockedCorrection(corrects, entry, facts) : blockedCharge(entry, facts);
  if (hindered) return hindered;
  if (entry.hasIncoming) return blocked("to-be-merged");
  if (facts.isOutdated) return blocked("outdated");
  if (entry.isUnfinished) return blocked("unfinished");
  // The audit would charge it, and the clinic’s service holds it for a person: whoever has the visit sends it anew.
  const { claim, isTakenFirst = false } = facts;
  const isTheirs = claim?.kind === "mine" || (claim?.kind === "free" && isTakenFirst);
  const isHeldForUser = isTheirs && entry.reason === "";
  if (known?.outcome === "withheld" && !entry.changedSinceAttempt && !isHeldForUser)
    return { kind: "repeat", expects: "withheld" };
  if (entry.blocking > 0 && !facts.allowFaults) return blocked("blocking-faults");
  // A refused event in the service's queue stays as it was, under its original eventId.
  const isKept = entry.source.kind === "service" && known?.number === 1;
  const isKnownOtherwise = known?.outcome === "withheld" || known?.code === "EventIdReused" || isKept;
  return { kind: isKnownOtherwise ? "correct" : "send", expects };
}
