import type { BlockReason, SendPlan } from "#room/workspace/outbox-entry.ts";
import type { VisitSummary } from "#room/workspace/visit-record.ts";

/** The plan's own reasons, and a newer import that waits to be merged with the draft. */
export type NotSentReason = BlockReason | "to-be-merged";

/** Why some of a choice of events are not sent, for the dry run. */
export interface NotSent {
  readonly reason: NotSentReason;
  readonly eventIds: readonly string[];
  /** "6 are charged already" */
  readonly words: string;
}

/** What sending a choice of events would do, told before anything is sent. */
export interface DryRun {
  readonly total: number;
  readonly sendable: readonly string[];
  /** Of the sendable: those with warnings that nobody has been asked about. */
  readonly warned: number;
  readonly notSent: readonly NotSent[];
}

const phrases: Readonly<Record<NotSentReason, readonly [one: string, many: string]>> = {
  example: ["is an example and is never sent", "are examples and are never sent"],
  charged: ["is charged already", "are charged already"],
  "to-be-merged": ["is to be merged with a newer file first", "are to be merged with newer files first"],
  "already-queued": ["waits in the outbox already", "wait in the outbox already"],
  "unknown-needs-word": [
    "got no answer and is sent again only one at a time, with your word",
    "got no answer and are sent again only one at a time, with your word",
  ],
  "unknown-changed": [
    "got no answer and was changed since: settle it first",
    "got no answer and were changed since: settle them first",
  ],
  "needs-new-event-id": [
    "was changed after the service took it: it needs a new event id",
    "were changed after the service took them: they need a new event id",
  ],
  "visit-unsettled": [
    "has another event of its visit without an answer: settle that one first",
    "have another event of their visit without an answer: settle those first",
  ],
  "visit-charged": [
    "belongs to a visit that another event has charged",
    "belong to visits that other events have charged",
  ],
  replaced: ["is replaced by another event", "are replaced by other events"],
  "blocking-faults": ["has blocking faults", "have blocking faults"],
  "not-found": ["is not here any more", "are not here any more"],
};

const order: readonly NotSentReason[] = [
  "example",
  "charged",
  "to-be-merged",
  "blocking-faults",
  "already-queued",
  "unknown-needs-word",
  "unknown-changed",
  "needs-new-event-id",
  "visit-unsettled",
  "visit-charged",
  "replaced",
  "not-found",
];

/** "1 has blocking faults", "6 are charged already". */
export function blockedWords(reason: NotSentReason, count: number): string {
  return `${count.toLocaleString()} ${phrases[reason][count === 1 ? 0 : 1]}`;
}

/** Warnings that nobody was asked about: it was not sent as it stands. */
export function hasOpenWarnings(row: VisitSummary | undefined): boolean {
  return row !== undefined && row.warnings > 0 && (row.attempts.length === 0 || row.changedSinceAttempt);
}

/** Works out what sending these events would do. */
export function dryRunOf(
  eventIds: readonly string[],
  planOf: (eventId: string) => SendPlan,
  rowOf: (eventId: string) => VisitSummary | undefined,
): DryRun {
  const sendable: string[] = [];
  const blocked = new Map<NotSentReason, string[]>();
  for (const eventId of eventIds) {
    const plan = planOf(eventId);
    const reason =
      plan.kind === "blocked" ? plan.reason : rowOf(eventId)?.hasIncoming ? "to-be-merged" : undefined;
    if (reason === undefined) {
      sendable.push(eventId);
      continue;
    }
    const ids = blocked.get(reason);
    if (ids) ids.push(eventId);
    else blocked.set(reason, [eventId]);
  }
  const notSent = order.flatMap((reason) => {
    const ids = blocked.get(reason);
    return ids ? [{ reason, eventIds: ids, words: blockedWords(reason, ids.length) }] : [];
  });
  const warned = sendable.filter((eventId) => hasOpenWarnings(rowOf(eventId))).length;
  return { total: eventIds.length, sendable, warned, notSent };
}

/** "48 match: 40 will be sent, 6 are charged already, 2 have blocking faults." */
export function describeDryRun({ total, sendable, notSent }: DryRun, verb: "match" | "are selected"): string {
  const subject = total === 1 ? (verb === "match" ? "matches" : "is selected") : verb;
  const parts = [`${sendable.length.toLocaleString()} will be sent`, ...notSent.map((part) => part.words)];
  return `${total.toLocaleString()} ${subject}: ${parts.join(", ")}.`;
}
