import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { DraftEvent } from "./draft-event.ts";

/** 32 bits of a text, by FNV-1a with a different seed each time and a final mix. */
function bitsOf(text: string, beginning: number): string {
  let hash = beginning;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, "0");
}

/**
 * An id for an event whose own is missing or not a GUID. Deterministic, so that importing a file again adds nothing,
 * and two browsers that correct the event bill it once. Undefined when the event has a valid id.
 */
export function standInEventId(event: DraftEvent): string | undefined {
  const { eventId, visitCharged } = event;
  const isGood =
    typeof eventId === "string" && !isGuidAbsent(eventId) && canonicalGuid(eventId) !== undefined;
  if (isGood) return undefined;
  const text = isGuidAbsent(eventId)
    ? JSON.stringify(visitCharged ?? {})
    : JSON.stringify([eventId, visitCharged?.visitId]);
  return [0x811c9dc5, 0x2f0b4a37, 0x6c1d93e5, 0x9747b28c]
    .map((beginning) => bitsOf(text, beginning))
    .join("");
}
