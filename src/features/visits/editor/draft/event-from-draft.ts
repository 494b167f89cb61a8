import type { Draft, DraftSource } from "./draft.ts";
import { RowWriter } from "./row-writer.ts";

/**
 * The event for a draft: the original JSON with only the edited members changed. An untouched draft gives an event
 * equal to the original, in the same member order.
 */
export function eventFromDraft(draft: Draft, source: DraftSource): unknown {
  return new RowWriter(draft, source).event();
}
