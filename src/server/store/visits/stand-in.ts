import type { VisitTable } from "./visit-tables.ts";
import { free, reasonKey } from "./visit-after.ts";

/**
 * A refused event whose visit could not be read is in the queue as a visit under the event's own id. When the event
 * comes again and is accepted, this stand-in is no longer needed. Undefined if it is not open.
 */
export function closedForLaterEvent(
  standIn: VisitTable,
  visitId: string,
  changeNumber: number,
): VisitTable | undefined {
  if (standIn.state !== "refused" || standIn.event_id !== standIn.visit_id) return undefined;
  const reason = `Sent again, for visit ${visitId}`;
  return {
    ...standIn,
    ...free,
    state: "closed",
    is_open: 0,
    reason,
    reason_key: reasonKey(reason),
    change_number: changeNumber,
  };
}
