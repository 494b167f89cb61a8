import { shownCaller } from "#room/contract/caller-name.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { parsePath } from "#room/contract/issues.ts";
import type { VisitEvent } from "#room/contract/operations/get-visit.ts";
import type { ServiceEvent } from "#room/workspace/visits/transient-visits.ts";

/** Shown when an event came without a session. */
export const engineName = "Rules engine";

export function instantOfWire(text: string | null | undefined): number | undefined {
  return dateOfWire(text)?.getTime();
}

export function serviceEventOf(
  visitId: string,
  { eventId, outcome, receivedAt, receivedFrom, reason, errors }: VisitEvent,
): ServiceEvent {
  return {
    visitId,
    eventId,
    // Its own invoice was made, whatever it replaced.
    outcome: outcome === "corrected" ? "charged" : outcome,
    receivedAt: instantOfWire(receivedAt) ?? 0,
    receivedFrom: receivedFrom ? shownCaller(receivedFrom) : engineName,
    ...(reason && { reason }),
    fields: errors.flatMap(({ fieldName, errorCode, message }) =>
      fieldName ? [{ path: parsePath(fieldName), code: errorCode ?? "", message: message ?? "" }] : [],
    ),
  };
}
