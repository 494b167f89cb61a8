import type { Draft, DraftSource } from "./draft.ts";
import { RowWriter } from "./row-writer.ts";

/**
 * The event that a draft stands for: the JSON that came in with only the touched members changed. An untouched
 * draft gives an event equal to the one that came in, member by member and in the same order.
 */
export function eventFromDraft(draft: Draft, source: DraftSource): unknown {
  return new RowWriter(draft, source).event();
}
