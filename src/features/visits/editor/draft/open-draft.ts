import { draftFromEvent } from "./draft-from-event.ts";
import { DraftStore, plainFields } from "./draft-store.ts";
import { VisitDraft } from "./visit-draft.ts";

/** A draft for working on an event that is not shown on a page. */
export function openDraft(event: unknown): VisitDraft {
  const { draft, source } = draftFromEvent(event);
  return new VisitDraft(new DraftStore(plainFields(draft.fields), draft.rows), source);
}
