import { onceFor } from "#room/signals/once-for.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { VisitsPageSearch } from "./visits-page-search.ts";

/** Where the user was in the queue: what Back restores, and the order for stepping through visits. */
export interface QueuePlace {
  readonly order: readonly string[];
  readonly eventId: string;
  readonly search: VisitsPageSearch;
  /** The table's scroll position and row heights. CSS pixels. */
  readonly top: number;
  readonly rowHeight: number;
}

interface QueueMemory {
  /** Where a visit was opened from last. */
  place?: QueuePlace;
  /** The user goes from visit to visit by "Take next", rather than by the list. */
  isInWorkMode: boolean;
  /** The clinic list's last request: the next visit is taken from the same view, in its order. */
  filter: VisitFilter;
  /** How often the clinic's list was opened anew. */
  openings: number;
}

/** Only while the workspace is open: never in a URL or on disk. */
export const queueMemory = onceFor((_of: Workspace): QueueMemory => ({
  isInWorkMode: false,
  filter: { sort: "need" },
  openings: 0,
}));

/** Where the user was in the list with this address, if a visit was opened from it last. */
export function placeIn(workspace: Workspace, address: VisitsPageSearch): QueuePlace | undefined {
  const { place } = queueMemory(workspace);
  return JSON.stringify(place?.search) === JSON.stringify(address) ? place : undefined;
}

/** The events before and after one in the list it was opened from, and its position, from 1. */
export function stepsFrom(
  { order }: QueuePlace,
  eventId: string,
  isHere: (eventId: string) => boolean,
):
  | { readonly at: number; readonly count: number; readonly before?: string; readonly after?: string }
  | undefined {
  // Visits removed since, or charged under another id, are skipped.
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
