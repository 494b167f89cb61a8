import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { AttemptContent } from "./attempt-content.ts";
import type { NewestEvent } from "./claim.ts";
import type { DraftLease, EditOptions } from "#room/workspace/storage/draft-lease.ts";
import type { ServiceVisits } from "./service-visits.ts";
import type { ServiceSettling } from "./settled-by-service.ts";
import type { ServiceEvent } from "./transient-visits.ts";
import type { ImportResult, VisitRecord, VisitSource, VisitSummary } from "./visit-record.ts";

/** Both sides of a merge. */
export type Compared = Pick<VisitRecord, "event" | "incoming">;

export interface ReissueOptions {
  /** The new eventId; absent: one is made. */
  readonly typed?: string;
  /** The revision that the user looked at: another one stays. */
  readonly seen?: number | undefined;
}

export interface Visits {
  /**
   * One row per visit with its corrections: the newest version. Newest first by `updatedAt`. The same array until
   * something changes; for useSyncExternalStore.
   */
  list(): readonly VisitSummary[];
  older(eventId: string): readonly VisitSummary[];
  /** The eventId of the current version of this event; its own if not corrected. */
  newestOf(eventId: string): string;
  ofVisit(visitId: string): readonly VisitSummary[];
  summary(eventId: string): VisitSummary | undefined;
  /** What the service said last about its visits, and who has which. */
  readonly service: Pick<
    ServiceVisits,
    "receive" | "release" | "claim" | "row" | "rows" | "subscribe" | "forget"
  >;
  /** Takes what the service says became of events: settles attempts that got no answer. */
  readonly settling: Pick<ServiceSettling, "receive">;
  /**
   * Adds an event of the service for viewing: it can be read and planned like any other, but is in no list, and is not
   * stored until it is changed or sent. One already stored is unchanged.
   */
  receive(event: DraftEvent, known: ServiceEvent): Promise<void>;
  /** The service has an event of the visit that the draft knows nothing of, and that the user has not seen. */
  isNewsTo(entry: VisitSummary, row: NewestEvent): boolean;
  /** The user sees the service's event beside the draft: it was imported into that, or stands in the timeline alone. */
  markSeen(eventId: string, serviceEventId: string): Promise<void>;
  /** The page of a received event was closed: if it was not stored or received again, it is forgotten. */
  forget(summary: VisitSummary): void;
  subscribe(listener: () => void): () => void;
  get(eventId: string): Promise<VisitRecord | undefined>;
  /** Adds an event created here; `imported` is what its changes are shown against. Throws when its eventId exists. */
  add(
    event: DraftEvent,
    source: VisitSource,
    beside?: Pick<VisitRecord, "imported" | "filled">,
  ): Promise<void>;
  /** Says why a correction is made; it is sent only then. */
  explain(eventId: string, reason: string): Promise<void>;
  /** Writes the draft without a lease (one-key fixes from the queue). Throws NotTheWriter when a tab is editing it. */
  put(eventId: string, event: DraftEvent): Promise<void>;
  edit(eventId: string, options?: EditOptions): Promise<DraftLease<DraftEvent>>;
  /** Imports many, in chunks that leave the page responsive. Nothing edited here is overwritten. */
  importMany(events: readonly DraftEvent[], options: ImportOptions): Promise<readonly ImportResult[]>;
  /**
   * Resolves an import conflict: `event` is the merged draft, and the newer import becomes its baseline. Throws NotAllowed when
   * either side is no longer as it was `compared`.
   */
  resolveMerge(eventId: string, event: DraftEvent, compared: Compared): Promise<void>;
  /**
   * Moves the draft to another eventId, replacing the old event. A sent event is kept as the
   * previous version; an unsent one is recognized by its former eventId when its file is imported again. Returns the
   * eventId; another tab's, if that was faster. Throws NotAllowed.
   */
  reissue(eventId: string, options?: ReissueOptions): Promise<string>;
  /** Removes events from this browser, except those being sent or unknown. Returns what `restore` needs. */
  remove(eventIds: readonly string[]): Promise<RemovedVisits>;
  restore(removed: RemovedVisits): Promise<void>;
  /** What an attempt sent, to show how it differed from the previous one. */
  attemptContent(eventId: string, attemptNumber: number): Promise<AttemptContent | undefined>;
}

export interface ImportOptions {
  readonly fileName: string;
  /** The id to store an event under; default: its own. */
  readonly idOf?: (event: DraftEvent) => string;
  readonly kind?: VisitSource["kind"];
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What `remove` removed, in memory so that it can be undone. */
export interface RemovedVisits {
  readonly removed: readonly {
    readonly summary: VisitSummary;
    readonly record: VisitRecord;
    readonly contents: ReadonlyMap<string, string | undefined>;
  }[];
  /** Those not removed, because they are being sent or their outcome is unknown. */
  readonly kept: readonly string[];
}
