import { draftFromEvent } from "./draft-from-event.ts";
import { DraftStore, plainFields } from "./draft-store.ts";
import { VisitDraft } from "./visit-draft.ts";

/** A draft for work on an event that no page shows. */
export function openDraft(event: unknown): VisitDraft {
  const { draft, source } = draftFromEvent(event);
  return new VisitDraft(new DraftStore(plainFields(draft.fields), draft.rows), source);
}
