import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { AttemptContent } from "./attempt-content.ts";
import type { DraftLease, EditOptions } from "#room/workspace/storage/draft-lease.ts";
import type { VisitClaims } from "./visit-claims.ts";
import type { ServiceEvent } from "./visit-guests.ts";
import type { ImportResult, VisitRecord, VisitSource, VisitSummary } from "./visit-record.ts";

/** The events that this user works on in this browser. */
export interface Visits {
  /**
   * One row for a visit and its corrections: the newest version. The same array until something changes; for
   * useSyncExternalStore. Newest first by `updatedAt`.
   */
  list(): readonly VisitSummary[];
  /** The events that this one took the place of, newest first. */
  older(eventId: string): readonly VisitSummary[];
  /** The eventId of the version that stands for this event now; its own while it was not corrected. */
  newestOf(eventId: string): string;
  /** The events of a visit that this browser has, whoever made them. */
  ofVisit(visitId: string): readonly VisitSummary[];
  summary(eventId: string): VisitSummary | undefined;
  /** Who has which visit of the clinic's queue. */
  readonly claims: Pick<VisitClaims, "hear" | "letGo" | "of" | "standing" | "subscribe">;
  /**
   * An event of the service, to look at: it can be read and planned for like any other, stands in no list, and is not
   * kept until it is changed or sent. What is kept already stays as it is.
   */
  receive(event: DraftEvent, known: ServiceEvent): Promise<void>;
  /** The page of a received event is left: one that was neither kept nor received again is forgotten. */
  forget(summary: VisitSummary): void;
  subscribe(listener: () => void): () => void;
  get(eventId: string): Promise<VisitRecord | undefined>;
  /** Adds an event made here. Throws when its eventId is taken. */
  add(event: DraftEvent, source: VisitSource): Promise<void>;
  /** Writes the draft without a lease (one-key fixes from the queue). Throws NotTheWriter when a tab edits it. */
  put(eventId: string, event: DraftEvent): Promise<void>;
  edit(eventId: string, options?: EditOptions): Promise<DraftLease<DraftEvent>>;
  /** Brings in many, in pieces that leave the page responsive. Nothing edited here is overwritten. */
  importMany(events: readonly DraftEvent[], options: ImportOptions): Promise<readonly ImportResult[]>;
  /** Settles an import conflict: `event` is the merged draft, the newer import becomes its baseline. */
  resolveMerge(eventId: string, event: DraftEvent): Promise<void>;
  /**
   * The draft under another eventId, in the place of the old event: a new one, or the one that was typed. What was sent
   * stands behind it; what was not is found by its former eventId when its file comes in again. Gives the eventId; the
   * one that another tab gave it, when that was faster. Throws NotAllowed.
   */
  reissue(eventId: string, typed?: string): Promise<string>;
  /** Takes events out of this browser. Those on their way or unknown stay. Gives what `restore` needs. */
  remove(eventIds: readonly string[]): Promise<RemovedVisits>;
  restore(removed: RemovedVisits): Promise<void>;
  /** What an attempt sent, to show what differed from the one before. */
  attemptContent(eventId: string, attemptNumber: number): Promise<AttemptContent | undefined>;
}

export interface ImportOptions {
  readonly fileName: string;
  /** The id that an event is kept under; its own when absent. */
  readonly idOf?: (event: DraftEvent) => string;
  readonly kind?: VisitSource["kind"];
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What `remove` took out, held in memory so that it can be undone. */
export interface RemovedVisits {
  readonly removed: readonly {
    readonly summary: VisitSummary;
    readonly record: VisitRecord;
    /** What its attempts sent, as JSON, by the ids that they are kept under. */
    readonly contents: ReadonlyMap<string, string | undefined>;
  }[];
  /** Those that stayed, since they are on their way or their outcome is unknown. */
  readonly kept: readonly string[];
}
