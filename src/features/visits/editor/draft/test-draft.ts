import type { Draft, DraftSource, ListName } from "./draft.ts";
import { draftFromEvent } from "./draft-from-event.ts";
import { moveRowsTo } from "./row-actions.ts";
import { RowWriter } from "./row-writer.ts";
import { VisitDraft } from "./visit-draft.ts";

/** For tests: a draft of an event that no page shows. */
export function openDraft(event: unknown): VisitDraft {
  const { draft, source } = draftFromEvent(event);
  return new VisitDraft(draft, source);
}

/** The event of a draft. */
export function eventFromDraft(draft: Draft, source: DraftSource): unknown {
  return new RowWriter(draft, source).event();
}

/** Moves the rows up (−1) or down (1) by one. */
export function moveRowsBy(visit: VisitDraft, list: ListName, rowIds: readonly string[], by: -1 | 1): void {
  const first = visit.order()[list].findIndex((id) => rowIds.includes(id));
  if (first >= 0) moveRowsTo(visit, list, rowIds, first + by);
}
