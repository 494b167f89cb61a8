import { counted } from "#room/contract/primitives/counted.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import type { BlockReason, SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { blockWords } from "./plan-words.ts";
import type { SendCheck } from "./send-check.ts";

/** The plan's own reasons; another of the events charges the same visit; warnings that were not accepted. */
export type NotSentReason = BlockReason | "same-visit" | "warnings";

/** Why some of the selected events are not sent, for the dry run. */
export interface NotSent {
  readonly reason: NotSentReason;
  readonly eventIds: readonly string[];
  /** "6 are already charged" */
  readonly words: string;
}

/** What sending the selected events would do, shown before anything is sent. The parts add up to the total. */
export interface DryRun {
  readonly total: number;
  readonly sendable: readonly string[];
  /** Of the sendable: those the service will withhold. */
  readonly withheld: number;
  /** Of the sendable: those repeated because an attempt got no answer. */
  readonly repeated: number;
  /** Of the sendable: those sent as a corrected version of what the service has. */
  readonly corrected: number;
  readonly notSent: readonly NotSent[];
}

/** Every reason, in the order it is told: one that is missing here does not compile. */
const notSentWords: Readonly<Record<NotSentReason, { readonly one: string; readonly many: string }>> = {
  ...blockWords,
  "same-visit": {
    one: "charges the same visit as another of these",
    many: "charge the same visit as another of these",
  },
  warnings: { one: "has warnings to review", many: "have warnings to review" },
};

/** "1 has problems to fix", "6 are already charged". */
function notSentText(reason: NotSentReason, count: number): string {
  const { one, many } = notSentWords[reason];
  return counted(count, one, many);
}

/** It was not sent in its current state, so its warnings were not reviewed. */
export function isUnreviewed(row: VisitSummary | undefined): boolean {
  return row !== undefined && (row.attempts.length === 0 || row.changedSinceAttempt);
}

const noneAccepted: ReadonlySet<string> = new Set();

/** The events that their own check leaves out: problems always, warnings unless accepted. */
export function heldBy(
  checks: ReadonlyMap<string, SendCheck>,
  accepted: ReadonlySet<string> = noneAccepted,
): ReadonlyMap<string, NotSentReason> {
  const held = new Map<string, NotSentReason>();
  for (const [eventId, { hasProblems, warnings }] of checks) {
    if (hasProblems) held.set(eventId, "blocking-faults");
    else if (warnings.length > 0 && !accepted.has(eventId)) held.set(eventId, "warnings");
  }
  return held;
}

/** The eventId to send for each visit: of several events, the newest. */
function newestByVisit(
  eventIds: readonly string[],
  rowOf: (eventId: string) => VisitSummary | undefined,
): ReadonlyMap<string, string> {
  const newest = new Map<string, { readonly eventId: string; readonly createdAt: number }>();
  for (const eventId of eventIds) {
    const { visitId = "", createdAt = 0 } = rowOf(eventId) ?? {};
    const known = newest.get(visitId);
    if (visitId !== "" && (!known || createdAt > known.createdAt))
      newest.set(visitId, { eventId, createdAt });
  }
  return new Map([...newest].map(([visitId, { eventId }]) => [visitId, eventId]));
}

/** Computes what sending these events would do. `held`: those that their own check leaves out, and why. */
export function dryRunOf(
  eventIds: readonly string[],
  planOf: (eventId: string) => SendPlan,
  rowOf: (eventId: string) => VisitSummary | undefined,
  held: ReadonlyMap<string, NotSentReason> = new Map(),
): DryRun {
  const plans = new Map(eventIds.map((eventId) => [eventId, planOf(eventId)]));
  const free = eventIds.filter((eventId) => plans.get(eventId)?.kind !== "blocked");
  const newest = newestByVisit(free, rowOf);
  const sendable: string[] = [];
  const blocked = new Map<NotSentReason, string[]>();
  for (const [eventId, plan] of plans) {
    const first = newest.get(rowOf(eventId)?.visitId ?? "");
    const isSecond = first !== undefined && first !== eventId;
    const reason = plan.kind === "blocked" ? plan.reason : isSecond ? "same-visit" : held.get(eventId);
    if (reason === undefined) sendable.push(eventId);
    else blocked.set(reason, [...(blocked.get(reason) ?? []), eventId]);
  }
  const notSent = keysOf(notSentWords).flatMap((reason) => {
    const ids = blocked.get(reason);
    return ids ? [{ reason, eventIds: ids, words: notSentText(reason, ids.length) }] : [];
  });
  const count = (holds: (plan: SendPlan) => boolean) =>
    sendable.filter((eventId) => holds(plans.get(eventId) ?? planOf(eventId))).length;
  return {
    total: plans.size,
    sendable,
    withheld: count((plan) => plan.kind !== "blocked" && plan.expects === "withheld"),
    repeated: count((plan) => plan.kind !== "blocked" && plan.expects === "answer"),
    corrected: count((plan) => plan.kind === "correct"),
    notSent,
  };
}
