import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import {
  lastKnown,
  openAttempt,
  withoutOpenAttempt,
  type WithAttempts,
} from "#room/workspace/attempts/attempt-list.ts";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import { unexplained } from "./correction-entry.ts";
import type {
  Summarise,
  VisitFacts,
  VisitRecord,
  VisitSource,
  VisitState,
  VisitSummary,
} from "./visit-record.ts";

export const changedWhileWaiting = "It was changed after it was submitted. Submit it again.";

/** The key of an event in the workspace: its canonical eventId, or as is when it is not a GUID yet. */
export function eventKey(eventId: string): string {
  return canonicalGuid(eventId) ?? eventId;
}

/** A queue row as stored; pages see it as VisitSummary. */
export interface VisitEntry extends VisitSummary {
  /** The revision the last attempt sent, while the body still has it. */
  readonly attemptRevision?: number;
  /** The revision that the user submitted; later edits are not sent automatically. */
  readonly queuedRevision?: number;
  /** Earlier eventIds, replaced before it was ever sent; its file is still recognized by them. */
  readonly formerIds?: readonly string[];
}

/** The row of an event that is not stored yet. */
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

export interface EntryMaker {
  summariser(): Promise<Summarise>;
  newEntry(record: VisitRecord, source: VisitSource, summarise: Summarise): VisitEntry;
}

export function newEntryOf(
  { eventId, revision }: VisitRecord,
  source: VisitSource,
  { facts, now }: { readonly facts: VisitFacts; readonly now: number },
): VisitEntry {
  return {
    ...unkeptEntry,
    ...facts,
    eventId,
    revision,
    source,
    createdAt: now,
    updatedAt: now,
  };
}

function visitStateOf(entry: WithAttempts & { readonly queued?: unknown }): VisitState {
  const outcome = lastKnown(entry)?.outcome;
  if (outcome === "unknown") return "unknown";
  if (entry.queued !== undefined) return "waiting";
  return outcome === undefined || outcome === "not-accepted" || outcome === "sent" ? "draft" : outcome;
}

export function restated(entry: VisitEntry): VisitEntry {
  const state = visitStateOf(entry);
  return state === entry.state ? entry : { ...entry, state };
}

export function unqueued(entry: VisitEntry): VisitEntry {
  const { queued: _queued, queuedRevision: _revision, ...rest } = entry;
  return restated(rest);
}

/** Taken out of the outbox before it left. */
export function unsent(entry: VisitEntry, why: string): VisitEntry {
  return { ...unqueued(entry), notSent: why };
}

/** Its attempts without an answer created no invoice, by what the service says since. */
export function cameToNothing(entry: VisitEntry): VisitEntry {
  const attempts = entry.attempts.map((each) =>
    each.outcome === "unknown" ? { ...each, outcome: "not-accepted" as const } : each,
  );
  return { ...entry, attempts };
}

/** What was submitted is not what was written since, and nobody has submitted that. */
function changedWhileQueued(entry: VisitEntry): VisitEntry {
  const { queued } = entry;
  if (!queued || queued.repeats || queued.state === "sending") return entry;
  return unsent(entry, entry.hasIncoming ? blocked("to-be-merged").message : changedWhileWaiting);
}

/** Like `withoutOpenAttempt`, and compares the row with the previous attempt again. */
export function takenBack(entry: VisitEntry): VisitEntry {
  const open = openAttempt(entry);
  if (!open) return entry;
  const rest = withoutOpenAttempt(entry);
  const before = rest.attempts.at(-1);
  if (before?.contentHash === open.contentHash) return rest;
  const { attemptRevision: _none, ...plain } = rest;
  return { ...plain, changedSinceAttempt: before !== undefined };
}

export function isExample({ isExample: isMarked, source }: VisitSummary): boolean {
  return isMarked === true || source.kind === "example";
}

/** After its content was changed. */
export function rewritten(entry: VisitEntry): VisitEntry {
  return restated(unexplained(changedWhileQueued(entry)));
}
