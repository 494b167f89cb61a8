import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { EventSummary } from "#room/billing/summarise-event.ts";
import type { DraftNotes } from "#room/workspace/storage/draft-lease.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";

/**
 * `waiting`: in the outbox, or being sent; `unknown`: sent, but no answer came; the others are what the service said
 * last.
 */
export type VisitState = "draft" | "waiting" | "unknown" | "withheld" | "refused" | "charged";

export interface VisitSource {
  readonly kind: "new" | "import" | "copy" | "example" | "reissue" | "service" | "correction";
  /** The file's name, or the eventId it was copied or reissued from, or whose charge it corrects. */
  readonly name?: string;
  /** Of a copy: what it was copied from was charged already, for that day. */
  readonly charged?: { readonly invoice?: number; readonly serviceDate?: string };
  /** Of a correction: the invoice that it replaces, and why; empty until the user says so, after each change. */
  readonly corrects?: Corrects;
}

export interface Corrects {
  /** 0: it is corrected elsewhere, as the service can't from here; the draft only says what changes. */
  readonly invoice: number;
  readonly reason: string;
}

/** What the queue shows of an event and what the outbox needs to know. */
export type VisitFacts = EventSummary;

/** Computes them from any JSON, and never throws. */
export type Summarise = (event: DraftEvent) => VisitFacts;

/** One row of the queue: what is known about an event without opening it. In memory for every event. */
export interface VisitSummary extends VisitFacts {
  readonly eventId: string;
  /** Incremented on every write of its content. */
  readonly revision: number;
  readonly state: VisitState;
  readonly source: VisitSource;
  /**
   * Its visit in the clinic's queue, if it came from there or corrects an event that did. Sent by the user who has that
   * visit.
   */
  readonly serviceVisitId?: string;
  /** The service's newest event of that visit that the user has seen; absent: one that this browser has. */
  readonly seenEventId?: string;
  /** Only viewed: not stored in this browser. */
  readonly isGuest?: true;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly attempts: readonly Attempt[];
  readonly queued?: QueuedSend;
  /** Why it left the outbox unsent, until it is submitted again. */
  readonly notSent?: string;
  /** Differs from the last attempt. False while there is none. */
  readonly changedSinceAttempt: boolean;
  /** Differs from the import. */
  readonly edited: boolean;
  /** A newer import of the same event is waiting to be merged. */
  readonly hasIncoming: boolean;
  /** A field of it was being typed in when it was stored, and has not been left since. */
  readonly isUnfinished?: boolean;
  /** The event sent in place of this one. */
  readonly replacedBy?: string;
}

/** An event with everything stored about it. */
export interface VisitRecord extends DraftNotes {
  readonly eventId: string;
  readonly event: DraftEvent;
  /** The imported content, which the draft is compared with. Absent for events created here. */
  readonly imported?: DraftEvent;
  /** An import newer than the draft's baseline, to be merged. */
  readonly incoming?: DraftEvent;
  /** Increments with every write; equal revisions mean equal records. */
  readonly revision: number;
}

export interface ImportResult {
  readonly eventId: string;
  /**
   * `same`: nothing new. `updated`: it was not edited here and takes the newer content. `conflict`: the draft is kept
   * and the newer import is waiting to be merged.
   */
  readonly result: "added" | "same" | "updated" | "conflict" | "charged";
}
