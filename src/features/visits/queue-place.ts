import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { VisitsPageSearch } from "./visits-page-search.ts";

/** Where someone was in the queue: what Back brings back, and the order in which visits are gone through. */
export interface QueuePlace {
  /** The events of the list, in its order. */
  readonly order: readonly string[];
  /** The one that was opened or stepped to last. */
  readonly eventId: string;
  /** What filters and sorts the list, as its address has it. */
  readonly search: VisitsPageSearch;
  /** How far the table was scrolled, and how high its rows were. CSS pixels. */
  readonly top: number;
  readonly rowHeight: number;
}

/** Only while the workspace is open: never in an address or on the disk. */
const places = new WeakMap<Workspace, QueuePlace>();

export function queuePlace(workspace: Workspace): QueuePlace | undefined {
  return places.get(workspace);
}

export function keepQueuePlace(workspace: Workspace, place: QueuePlace): void {
  places.set(workspace, place);
}

const filters = new WeakMap<Workspace, VisitFilter>();

/** What the clinic's list asked for when it was looked at last: the next visit is taken from the same view. */
export function viewFilter(workspace: Workspace): VisitFilter {
  return filters.get(workspace) ?? {};
}

export function keepViewFilter(workspace: Workspace, filter: VisitFilter): void {
  filters.set(workspace, filter);
}

/** The events before and after one in the list that it was opened from, and its place in it, from 1. */
export function stepsFrom(
  { order }: QueuePlace,
  eventId: string,
  isHere: (eventId: string) => boolean,
):
  | { readonly at: number; readonly count: number; readonly before?: string; readonly after?: string }
  | undefined {
  // What was removed since, or charged away under another id, is passed over.
  const left = order.filter((each) => each === eventId || isHere(each));
  const index = left.indexOf(eventId);
  if (index === -1) return undefined;
  const [before, after] = [left[index - 1], left[index + 1]];
  return {
    at: index + 1,
    count: left.length,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
