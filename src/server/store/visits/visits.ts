import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitTable } from "./visit-tables.ts";
import type {
  Viewer,
  ChangesAfter,
  VisitAction,
  ActionOutcome,
  Found,
  NamedEvent,
  RefusedArrival,
  SavedView,
  ViewOutcome,
  VisitPage,
  VisitQuery,
  VisitStory,
  VisitSummary,
} from "./visit-types.ts";

/** The clinic's queue. Instants are milliseconds since 1970; ids are canonical GUIDs. */
export interface Visits {
  /** The number of the last change. A reader of a number can see all changes up to it. */
  changeNumber(): Promise<number>;
  /** The visits that changed after a number, of all practices. */
  changesAfter(since: number): Promise<ChangesAfter>;
  list(query: VisitQuery, viewer: Viewer, now: number): Promise<VisitPage>;
  count(filter: VisitFilter, viewer: Viewer, now: number): Promise<Found>;
  find(ids: { readonly visitId: string; readonly eventId: string }): Promise<VisitTable | undefined>;
  /** A visit with its history; the content is that of the event. */
  story(visit: VisitTable, named: NamedEvent): Promise<VisitStory>;
  /** Applies one change to one visit, or returns why not. The change is durable before anyone is notified. */
  change(visitId: string, action: VisitAction, viewer: Viewer, now: number): Promise<ActionOutcome>;
  /** Takes the first free visit that matches the filter. */
  takeNext(
    filter: VisitFilter,
    options: { readonly leaseMs: number },
    viewer: Viewer,
    now: number,
  ): Promise<VisitTable | undefined>;
  /** Ends expired leases and snoozes, so that waiting clients are notified. */
  endOver(now: number): Promise<void>;
  /** False if it was not kept because its sender has sent too many. */
  keepRefused(arrival: RefusedArrival): Promise<boolean>;
  summarize(
    request: { readonly practiceId: string; readonly firstDay: number; readonly lastDay: number },
    viewer: Viewer,
    now: number,
  ): Promise<VisitSummary>;
  views(viewer: Viewer): Promise<SavedView[]>;
  saveView(view: Omit<SavedView, "owner" | "isOwn">, viewer: Viewer): Promise<ViewOutcome>;
  removeView(viewId: string, viewer: Viewer): Promise<ViewOutcome>;
  /** Recounts what the counts claim; wrong ones are corrected and returned. */
  recount(): Promise<readonly string[]>;
  /** Recounts if events were counted by the days of another time zone than the clinic's. */
  countByTheClock(): Promise<void>;
}
