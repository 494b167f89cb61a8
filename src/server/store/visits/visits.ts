import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitTable } from "./visit-tables.ts";
import type {
  Asker,
  ChangesSince,
  Deed,
  DeedOutcome,
  Found,
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
  /** The number of the last change. Whoever sees a number sees all changes up to it. */
  changeNumber(): Promise<number>;
  changesSince(since: number, asker: Asker): Promise<ChangesSince>;
  list(query: VisitQuery, asker: Asker, now: number): Promise<VisitPage>;
  count(filter: VisitFilter, asker: Asker, now: number): Promise<Found>;
  find(ids: { readonly visitId: string; readonly eventId: string }): Promise<VisitTable | undefined>;
  /** A visit with all that happened to it; the content is that of the event. */
  story(visit: VisitTable, eventId: string): Promise<VisitStory>;
  /** Does one thing to one visit, or says why not; durable, and told to nobody before it is. */
  change(visitId: string, deed: Deed, asker: Asker, now: number): Promise<DeedOutcome>;
  /** Takes the first free one that the filter finds. */
  takeNext(
    filter: VisitFilter,
    options: { readonly leaseMs: number },
    asker: Asker,
    now: number,
  ): Promise<VisitTable | undefined>;
  /** Ends leases and delays that are over, so that whoever waits for changes is told. */
  endOver(now: number): Promise<void>;
  /** False when it was not kept: its sender has sent too many of them. */
  keepRefused(arrival: RefusedArrival): Promise<boolean>;
  summarize(
    asked: { readonly practiceId: string; readonly firstDay: number; readonly lastDay: number },
    asker: Asker,
    now: number,
  ): Promise<VisitSummary>;
  views(asker: Asker): Promise<SavedView[]>;
  saveView(view: Omit<SavedView, "owner" | "isOwn">, asker: Asker): Promise<ViewOutcome>;
  removeView(viewId: string, asker: Asker): Promise<ViewOutcome>;
  /** Counts anew what the counts say; what was wrong is set right and told. Undefined where too much changed meanwhile. */
  recount(): Promise<readonly string[] | undefined>;
}
