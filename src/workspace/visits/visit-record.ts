import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { EventSummary } from "#room/billing/summarise-event.ts";
import type { StoryLine } from "#room/workspace/storage/draft-lease.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";

/**
 * Where an event stands. `waiting` is in the outbox (also while it is on its way); `unknown` was sent and no answer
 * came; the others are what the service said last.
 */
export type VisitState = "draft" | "waiting" | "unknown" | "withheld" | "refused" | "charged";

/** Where an event came from; `service`: out of the clinic's queue. */
export interface VisitSource {
  readonly kind: "new" | "import" | "copy" | "example" | "reissue" | "service";
  /** The file's name, or the eventId that it was copied or reissued from. */
  readonly name?: string;
}

/** What the queue shows of an event and what the outbox must know of it; worked out by the caller's `summarise`. */
export type VisitFacts = EventSummary;

/** One row of the queue: what is known of an event without opening it. Held in memory for every event. */
export interface VisitSummary extends VisitFacts {
  readonly eventId: string;
  readonly state: VisitState;
  readonly source: VisitSource;
  /** Its visit in the clinic's queue, where it came from there or corrects what did: sent by whoever has that visit. */
  readonly serviceVisitId?: string;
  /** Only looked at: this browser keeps nothing of it. */
  readonly isGuest?: true;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The attempts to send it, oldest first. */
  readonly attempts: readonly Attempt[];
  /** Its place in the outbox; absent when it is not in it. */
  readonly queued?: QueuedSend;
  /** Differs from what the last attempt sent. False while there is no attempt. */
  readonly changedSinceAttempt: boolean;
  /** Differs from what was imported. */
  readonly edited: boolean;
  /** A newer import of the same event waits to be merged with the draft. */
  readonly hasIncoming: boolean;
  /** The event that went out, or goes out, in place of this one. */
  readonly replacedBy?: string;
}

/** An event with everything that is kept of it. */
export interface VisitRecord {
  readonly eventId: string;
  /** As it stands now, as edited. */
  readonly event: DraftEvent;
  /** As it came in; what the draft is compared with. Absent for events made here. */
  readonly imported?: DraftEvent;
  /** A newer import than the draft was made from; to be merged. */
  readonly incoming?: DraftEvent;
  /** What was done to the draft, in words, oldest first; the newest few. */
  readonly story?: readonly StoryLine[];
  /** Rises with every write; two readers with the same number hold the same record. */
  readonly revision: number;
}

/** What became of one event of an import. */
export interface ImportResult {
  readonly eventId: string;
  /**
   * `same`: nothing new came in. `updated`: it was not touched here and takes the newer content. `conflict`: the
   * draft was kept and the newer import waits beside it, to be merged.
   */
  readonly result: "added" | "same" | "updated" | "conflict" | "charged";
}
