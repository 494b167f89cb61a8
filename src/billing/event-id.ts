import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { DraftEvent } from "./draft-event.ts";

/** 32 bits of a text, by FNV-1a from another beginning each time, with its bits mixed at the end. */
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
 * An id for an event whose own is missing or no GUID: always the same for the same event, so that a file which comes in
 * again adds nothing, and so that two browsers that correct it bill one event. Undefined when it has a good one.
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
