import type { VisitHistoryEntry } from "#room/contract/operations/get-visit.ts";
import type { VisitMatch } from "#room/contract/schemas/visit.ts";
import type { VisitFilter, VisitSort } from "#room/contract/schemas/visit-filter.ts";
import type { AuditNote } from "#room/server/audit/audit-entry.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitTable } from "./visit-tables.ts";

/** Who reads or changes visits, and the practices whose visits they may see (empty: all). */
export interface Viewer {
  readonly userId: number;
  readonly name: string;
  readonly practices: readonly string[];
  /** For the audit log: from where, and the mark of the session. */
  readonly remoteAddress?: string | undefined;
  readonly session?: string | undefined;
}

export interface VisitQuery {
  readonly filter: VisitFilter;
  readonly sort: VisitSort;
  readonly isDescending: boolean;
  readonly limit: number;
  /** The page begins after this place in the order. */
  readonly after: SortKey | undefined;
}

/** A place in an order: the sort value, and the visit id, which makes it unique. */
export type SortKey = readonly [value: string | number, visitId: string];

export interface VisitMatches {
  readonly visitId: string;
  readonly matched: VisitMatch[];
}

export interface VisitPage {
  readonly visits: readonly VisitTable[];
  /** What of each the text found; empty without a text. */
  readonly matches: readonly VisitMatches[];
  readonly next: SortKey | undefined;
  readonly found: Found;
  readonly changeNumber: number;
}

export interface Total {
  readonly total: number;
  readonly isExact: boolean;
}

export interface Found extends Total {
  /** In minor units, by currency. */
  readonly sums: ReadonlyMap<string, number>;
}

export type ActionOutcome =
  | { readonly kind: "done"; readonly visit: VisitTable }
  | { readonly kind: "not-found" }
  | { readonly kind: "outside-practices" }
  /** It cannot be assigned to someone who may not see it. */
  | { readonly kind: "outside-theirs" }
  | { readonly kind: "taken"; readonly by: string; readonly since: number }
  | { readonly kind: "not-open"; readonly state: VisitTable["state"] }
  | { readonly kind: "newer-event" }
  | { readonly kind: "newer-note" }
  | { readonly kind: "not-closed" }
  | { readonly kind: "changed-since" }
  | { readonly kind: "too-many" }
  /** The invoice to void is not the visit's, or no longer stands. */
  | { readonly kind: "not-standing" }
  /** The id of a request to void was used for another, or for an event. */
  | { readonly kind: "event-id-reused" }
  /** The note's id is another note's. */
  | { readonly kind: "id-used" };

/** The newest event, and how many notes, the person putting a visit away has seen. */
export interface SeenVisit {
  readonly eventId?: string | undefined;
  readonly noteCount?: number | undefined;
}

export type VisitAction =
  | {
      readonly kind: "take";
      readonly isTakeOver: boolean;
      /** Taken over from nobody else; absent: from whoever has it. */
      readonly takeOverFrom?: string | undefined;
      readonly leaseMs: number;
      readonly takenBy: string;
      /** The practices whose visits the new holder may see; absent: the viewer's. */
      readonly practices?: readonly string[] | undefined;
    }
  | { readonly kind: "release" }
  | { readonly kind: "note"; readonly noteId: string; readonly text: string }
  /** Snoozed until then; a time in the year 9999 means until a new event arrives. */
  | ({ readonly kind: "snooze"; readonly until: number } & SeenVisit)
  | ({ readonly kind: "close"; readonly reason: string } & SeenVisit)
  | {
      readonly kind: "void";
      /** Of the request: sent again, it voids nothing more. */
      readonly eventId: string;
      readonly invoiceNumber: number;
      readonly reason: string;
    }
  /** With the number of a change, to undo it: only if it was the last. */
  | { readonly kind: "reopen"; readonly changeNumber?: number | undefined };

export function maySee({ practices }: Pick<Viewer, "practices">, practiceId: string): boolean {
  return practices.length === 0 || practices.includes(practiceId);
}

/** Whether somebody limited to those practices (none: not limited) sees nothing that the viewer does not. */
export function seesNoMore(theirs: readonly string[], { practices }: Pick<Viewer, "practices">): boolean {
  return practices.length === 0 || (theirs.length > 0 && theirs.every((id) => practices.includes(id)));
}

export interface VisitChange {
  readonly visitId: string;
  readonly changeNumber: number;
  /** Where it is and, by an earlier event, was: it is on the screens of those who saw it there. */
  readonly practices: ReadonlySet<string>;
}

export interface ChangesAfter {
  readonly changeNumber: number;
  readonly changes: readonly VisitChange[];
  readonly isTooOld: boolean;
}

export interface ChangesSince {
  readonly changeNumber: number;
  readonly visits: readonly string[];
  readonly isTooOld: boolean;
}

export interface StoredEvent {
  readonly eventId: string;
  readonly receivedAt: number;
  readonly receivedFrom: string | undefined;
  readonly outcome: "charged" | "corrected" | "withheld" | "refused";
  readonly reason: string;
  /** The invoice it made, and the one that this replaced. */
  readonly invoiceNumber?: number | undefined;
  readonly replaces?: number | undefined;
  /** JSON list of faults; empty for an accepted event. */
  readonly faults: string;
}

export interface StoredAction {
  readonly at: number;
  readonly done_by: string | null;
  readonly deed: VisitHistoryEntry["deed"];
  readonly detail: string | null;
}

/** One event of a visit: empty means the newest; the time tells apart those with the same id. */
export interface NamedEvent {
  readonly eventId: string;
  readonly receivedAt?: number | undefined;
}

export interface VisitStory {
  readonly events: readonly StoredEvent[];
  /** JSON of the requested event or of the newest; absent if it was too large to keep. */
  readonly content: string | undefined;
  readonly notes: readonly (Omit<Tables["visit_note"], "content"> & { readonly content: string })[];
  readonly actions: readonly StoredAction[];
}

export interface NamedGroup extends Found {
  readonly name: string;
}

export interface VisitSummary {
  readonly byState: readonly NamedGroup[];
  readonly byReason: readonly NamedGroup[];
  readonly byAge: readonly NamedGroup[];
  /** Days since 1970. */
  readonly perDay: readonly {
    readonly day: number;
    charged: number;
    corrected: number;
    withheld: number;
    refused: number;
  }[];
  readonly medianMs: number | undefined;
  readonly chargedAfterHold: number;
  readonly chargedThenVoided: number;
  readonly changeNumber: number;
}

export interface SavedView {
  readonly viewId: string;
  readonly name: string;
  readonly filter: VisitFilter;
  readonly columns: readonly string[] | undefined;
  readonly isShared: boolean;
  readonly owner: string;
  readonly isOwn: boolean;
}

export type ViewOutcome = "done" | "not-found" | "not-yours" | "too-many" | "looks-alike";

export interface RefusedArrival {
  /** Canonical. */
  readonly eventId: string;
  /** Any JSON object. */
  readonly event: Readonly<Record<string, unknown>>;
  /** False: parts of it were too large to be read. */
  readonly isWhole: boolean;
  readonly code: string;
  readonly message: string;
  readonly faults: readonly object[];
  readonly receivedAt: number;
  readonly receivedFrom: string | undefined;
  /** For the audit log. */
  readonly caller?: Pick<AuditNote, "remoteAddress" | "session">;
  /** The sender whose events are counted together. */
  readonly sender: string;
  readonly practices: readonly string[];
}
