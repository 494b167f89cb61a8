import { canonicalGuid } from "#room/contract/primitives/guid.ts";

/** The key of an event in the workspace: its canonical eventId, or as is when it is not a GUID yet. */
export function eventKey(eventId: string): string {
  return canonicalGuid(eventId) ?? eventId;
}
