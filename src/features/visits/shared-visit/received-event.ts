import { asDraft, type DraftEvent } from "#room/billing/draft-event.ts";
import type { JsonObject } from "#room/features/visits/editor/draft/json-object.ts";
import { Unreadable } from "#room/features/visits/import/settle-leaf.ts";
import { settleShape } from "#room/features/visits/import/settle-shape.ts";

/** What the service was sent, as a draft can hold it: what was refused may be any JSON. Where none can, where and why. */
export function receivedEvent(content: JsonObject): DraftEvent | Unreadable {
  try {
    return asDraft(settleShape(content));
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}
