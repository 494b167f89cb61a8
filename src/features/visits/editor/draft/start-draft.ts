import type { Draft, DraftSource } from "./draft.ts";
import { draftFromEvent } from "./draft-from-event.ts";
import { freshRow } from "./new-rows.ts";
import { VisitDraft } from "./visit-draft.ts";

/**
 * The editor's initial state. An event without charges shows one empty line, which is not part of the event until
 * something is typed.
 */
export function startDraft(event: unknown): { draft: Draft; source: DraftSource } {
  const { draft, source } = draftFromEvent(event);
  if (draft.rows.charges.length > 0) return { draft, source };
  const visit = new VisitDraft(draft, source);
  const line = freshRow(visit, "charges");
  return {
    draft: { ...draft, rows: { ...draft.rows, charges: [line] } },
    source: { ...source, fresh: visit.source.fresh },
  };
}
