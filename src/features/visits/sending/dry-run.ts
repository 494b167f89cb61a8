import type { BlockReason, SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { blockWords } from "./plan-words.ts";

/** The plan's own reasons, plus another event in the selection that charges the same visit. */
export type NotSentReason = BlockReason | "same-visit";

/** Why some of the selected events are not sent, for the dry run. */
export interface NotSent {
  readonly reason: NotSentReason;
  readonly eventIds: readonly string[];
  /** "6 are already charged" */
  readonly words: string;
}

/** What sending the selected events would do, shown before anything is sent. */
export interface DryRun {
  readonly total: number;
  readonly sendable: readonly string[];
  /** Of the sendable: those the service will withhold. */
  readonly withheld: number;
  /** Of the sendable: those repeated because an attempt got no answer. */
  readonly repeated: number;
  /** Of the sendable: those sent as a corrected version of what the service has. */
  readonly corrected: number;
  /** Of the sendable: those with warnings the user has not reviewed. */
  readonly warned: number;
  readonly notSent: readonly NotSent[];
}

const sameVisit = {
  one: "charges the same visit as another of these",
  many: "charge the same visit as another of these",
};

const order: readonly NotSentReason[] = [
  "example",
  "charged",
  "to-be-merged",
  "blocking-faults",
  "already-queued",
  "unknown-needs-word",
  "unknown-changed",
  "visit-unsettled",
  "visit-charged",
  "same-visit",
  "replaced",
  "not-found",
];

/** "1 has problems to fix", "6 are already charged". */
function blockedWords(reason: NotSentReason, count: number): string {
  const { one, many } = reason === "same-visit" ? sameVisit : blockWords[reason];
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** Warnings the user has not reviewed: it was not sent in its current state. */
export function hasOpenWarnings(row: VisitSummary | undefined): boolean {
  return row !== undefined && row.warnings > 0 && (row.attempts.length === 0 || row.changedSinceAttempt);
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

/** Computes what sending these events would do. */
export function dryRunOf(
  eventIds: readonly string[],
  planOf: (eventId: string) => SendPlan,
  rowOf: (eventId: string) => VisitSummary | undefined,
): DryRun {
  const plans = new Map(eventIds.map((eventId) => [eventId, planOf(eventId)]));
  const free = eventIds.filter((eventId) => plans.get(eventId)?.kind !== "blocked");
  const newest = newestByVisit(free, rowOf);
  const sendable: string[] = [];
  const blocked = new Map<NotSentReason, string[]>();
  for (const [eventId, plan] of plans) {
    const first = newest.get(rowOf(eventId)?.visitId ?? "");
    const isSecond = first !== undefined && first !== eventId;
    const reason = plan.kind === "blocked" ? plan.reason : isSecond ? "same-visit" : undefined;
    if (reason === undefined) sendable.push(eventId);
    else blocked.set(reason, [...(blocked.get(reason) ?? []), eventId]);
  }
  const notSent = order.flatMap((reason) => {
    const ids = blocked.get(reason);
    return ids ? [{ reason, eventIds: ids, words: blockedWords(reason, ids.length) }] : [];
  });
  const count = (holds: (plan: SendPlan) => boolean) =>
    sendable.filter((eventId) => holds(plans.get(eventId) ?? planOf(eventId))).length;
  return {
    total: plans.size,
    sendable,
    withheld: count((plan) => plan.kind !== "blocked" && plan.expects === "withheld"),
    repeated: count((plan) => plan.kind !== "blocked" && plan.expects === "answer"),
    corrected: count((plan) => plan.kind === "correct"),
    warned: sendable.filter((eventId) => hasOpenWarnings(rowOf(eventId))).length,
    notSent,
  };
}
