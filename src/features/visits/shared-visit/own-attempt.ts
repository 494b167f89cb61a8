import type { VisitEvent } from "#room/contract/operations/get-visit.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";

export interface OwnAttempt {
  readonly eventId: string;
  readonly attempt: Attempt;
}

/** The service's event and this browser's attempt that sent it are one line. */
export function isSame(event: VisitEvent, { eventId, attempt }: OwnAttempt): boolean {
  const outcome = event.outcome === "corrected" ? "charged" : event.outcome;
  return event.eventId === eventId && outcome === attempt.outcome;
}

/** What of this browser sent it: the nearest in time, of one content sent again from here or elsewhere. */
export function sentBy(event: VisitEvent, events: readonly VisitEvent[], own: readonly OwnAttempt[]) {
  const between = (each: VisitEvent, { attempt }: OwnAttempt) =>
    Math.abs(msOf(each.receivedAt) - attempt.startedAt);
  const [nearest] = own
    .filter((each) => isSame(event, each))
    .toSorted((a, b) => between(event, a) - between(event, b));
  const isNearer = (each: VisitEvent) =>
    nearest && isSame(each, nearest) && between(each, nearest) < between(event, nearest);
  return events.some(isNearer) ? undefined : nearest;
}
