import type { Attempt, AttemptOutcome } from "#room/workspace/attempts/attempt.ts";
import type { BlockReason, Blocked } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitState, VisitSummary } from "./visit-record.ts";

/** A queue row as it is kept; what the pages see of it is VisitSummary. */
export interface VisitEntry extends VisitSummary {
  /** Rises with every write of the body. */
  readonly revision: number;
  /** The revision whose content the last attempt sent, while the body still holds it. */
  readonly attemptRevision?: number;
  /** The revision that the user submitted; what is edited later does not leave by itself. */
  readonly queuedRevision?: number;
}

/** The row of an event that nothing is kept of yet. */
export const unkeptEntry: VisitEntry = {
  eventId: "",
  state: "draft",
  source: { kind: "new" },
  createdAt: 0,
  updatedAt: 0,
  attempts: [],
  changedSinceAttempt: false,
  edited: false,
  hasIncoming: false,
  revision: 0,
  visitId: "",
  practiceId: "",
  amountMinor: undefined,
  currency: "",
  lineCount: 0,
  reason: "",
  blocking: 0,
  warnings: 0,
  text: "",
};

interface WithAttempts {
  readonly attempts: readonly Attempt[];
}

/** The attempt under way, if there is one. */
export function openAttempt({ attempts }: WithAttempts): Attempt | undefined {
  const last = attempts.at(-1);
  return last && last.outcome === undefined ? last : undefined;
}

/**
 * What is known of the thing as a whole: the last attempt that settled anything. What was surely not accepted tells
 * nothing; a refusal that leaves an earlier unknown attempt in doubt does not hide it.
 */
export function lastKnown({ attempts }: WithAttempts): Attempt | undefined {
  return attempts.findLast(
    ({ outcome, leavesUnknown }) =>
      outcome !== undefined && outcome !== "not-accepted" && leavesUnknown !== true,
  );
}

/** What an attempt would charge, where that was written down. */
export function chargesOf(
  attempt: Attempt | undefined,
): Pick<Attempt, "visitId" | "amountMinor" | "currency"> {
  const { visitId, amountMinor, currency } = attempt ?? {};
  return {
    ...(visitId !== undefined && { visitId }),
    ...(amountMinor !== undefined && { amountMinor }),
    ...(currency !== undefined && { currency }),
  };
}

/** The state that attempts and outbox give together. */
export function visitStateOf(entry: WithAttempts & { readonly queued?: unknown }): VisitState {
  const outcome = lastKnown(entry)?.outcome;
  if (outcome === "unknown") return "unknown";
  if (entry.queued !== undefined) return "waiting";
  return outcome === undefined || outcome === "not-accepted" || outcome === "sent" ? "draft" : outcome;
}

/** With the state that follows from it. */
export function restated(entry: VisitEntry): VisitEntry {
  const state = visitStateOf(entry);
  return state === entry.state ? entry : { ...entry, state };
}

/** Without its place in the outbox. */
export function unqueued(entry: VisitEntry): VisitEntry {
  const { queued: _queued, queuedRevision: _revision, ...rest } = entry;
  return restated(rest);
}

/** With another outcome of its open attempt. */
export function settled<T extends WithAttempts>(
  entry: T,
  outcome: AttemptOutcome,
  facts: Omit<Attempt, "number" | "startedAt" | "by" | "contentHash" | "outcome">,
): T {
  const open = openAttempt(entry);
  if (!open) return entry;
  return { ...entry, attempts: [...entry.attempts.slice(0, -1), { ...open, ...facts, outcome }] };
}

/** The open attempt is taken back: its request surely never left. */
export function withoutOpenAttempt<T extends WithAttempts>(entry: T): T {
  return openAttempt(entry) ? { ...entry, attempts: entry.attempts.slice(0, -1) } : entry;
}

/** As `withoutOpenAttempt`, and the row is compared again with the attempt before. */
export function takenBack(entry: VisitEntry): VisitEntry {
  const open = openAttempt(entry);
  if (!open) return entry;
  const rest = withoutOpenAttempt(entry);
  const before = rest.attempts.at(-1);
  if (before?.contentHash === open.contentHash) return rest;
  const { attemptRevision: _none, ...plain } = rest;
  return { ...plain, changedSinceAttempt: before !== undefined };
}

/** Adds an attempt under way; one in a row that was not accepted is taken over, so that waiting leaves no trail. */
export function withAttempt<T extends WithAttempts>(
  entry: T,
  attempt: Omit<Attempt, "number" | "outcome">,
): T {
  const last = entry.attempts.at(-1);
  const again = last?.outcome === "not-accepted" ? last : undefined;
  const before = again ? entry.attempts.slice(0, -1) : entry.attempts;
  const tries = again ? { tries: (again.tries ?? 1) + 1 } : {};
  return { ...entry, attempts: [...before, { ...attempt, ...tries, number: before.length + 1 }] };
}

/** Made up, to try the console with. */
export function isExample({ isExample: isMarked, source }: VisitSummary): boolean {
  return isMarked === true || source.kind === "example";
}

const blockWords: Readonly<Record<BlockReason, string>> = {
  example: "This is an example: it stays in this browser and is never billed.",
  charged: "This visit has its invoice. Nothing more can be sent for it.",
  "already-queued": "It is already on its way.",
  "unknown-needs-word":
    "It may have been charged, and the service has not said that sending it again is safe. Send it again only if you know that it was not.",
  "unknown-changed":
    "It was changed after an attempt that got no answer. Send that attempt again unchanged to learn its outcome, then send the change.",
  "to-be-merged": "A newer version of this visit was imported. Merge the two before you send it.",
  replaced: "A corrected version of it takes its place.",
  "visit-unsettled":
    "Another event of this visit is on its way or got no answer. Wait for that one, or the visit could be charged twice.",
  "visit-charged": "Another event has charged this visit. Nothing more can be sent for it.",
  "blocking-faults": "It has problems that the service would refuse.",
  "not-found": "It is no longer in this browser.",
};

export function blocked(reason: BlockReason): Blocked {
  return { kind: "blocked", reason, message: blockWords[reason] };
}
