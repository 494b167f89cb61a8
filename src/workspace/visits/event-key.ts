import { canonicalGuid } from "#room/contract/primitives/guid.ts";

/** The key of an event in the workspace: its eventId in canonical form, or as it is when it is no GUID yet. */
export function eventKey(eventId: string): string {
  return canonicalGuid(eventId) ?? eventId;
}
