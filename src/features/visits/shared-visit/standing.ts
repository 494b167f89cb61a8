import { shownCaller } from "#room/contract/caller-name.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import { parsePath } from "#room/contract/issues.ts";
import type { VisitEvent } from "#room/contract/operations/get-visit.ts";
import type { ServiceEvent } from "#room/workspace/visits/transient-visits.ts";

/** Shown when an event came without a session. */
export const engineName = "Rules engine";

export function serviceEventOf(
  visitId: string,
  { eventId, outcome, receivedAt, receivedFrom, reason, errors }: VisitEvent,
): ServiceEvent {
  return {
    visitId,
    eventId,
    // Its own invoice was made, whatever it replaced.
    outcome: outcome === "corrected" ? "charged" : outcome,
    receivedAt: msOf(receivedAt),
    receivedFrom: receivedFrom ? shownCaller(receivedFrom) : engineName,
    ...(reason && { reason }),
    fields: errors.flatMap(({ fieldName, errorCode, message }) =>
      fieldName ? [{ path: parsePath(fieldName), code: errorCode ?? "", message: message ?? "" }] : [],
    ),
  };
}
