import { listPaths } from "#room/features/visits/editor/draft/draft.ts";
import { filledCells } from "#room/features/visits/editor/draft/filled.ts";
import { isSameField, storedAt } from "#room/features/visits/editor/draft/field-ref.ts";
import { usualText } from "#room/features/visits/editor/draft/usual-text.ts";
import { placesIn } from "#room/features/visits/editor/validation/locate.ts";
import { fieldOf, showText } from "#room/ui/grid/cell-dom.ts";
import type { DraftNotes } from "#room/workspace/storage/draft-lease.ts";
import type { EditorSession } from "./editor-session.ts";
import { placeOfField } from "./field-sync.ts";

/** What is stored beside the draft. */
export function notesOf(session: EditorSession): DraftNotes {
  const { story, visit } = session;
  return { story: story.lines(), filled: filledCells(visit), typing: typingIn(session) };
}

function typingIn({ fields, visit }: EditorSession): DraftNotes["typing"] {
  const { place, text } = fields.typing() ?? {};
  if (!place || text === undefined) return undefined;
  if ("path" in place) return { path: place.path, text };
  const { list, rowId, member } = place;
  return { path: `${listPaths[list]}.${visit.sentRows(list).indexOf(rowId)}.${member}`, text };
}

/** Goes on with what was being typed when the page was reloaded: in its field, as it was typed. */
export function resumeTyping(
  session: EditorSession,
  { path, text }: NonNullable<DraftNotes["typing"]>,
): void {
  const { visit } = session;
  const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const place = placesIn(visit)(steps);
  if (!place) return;
  const kept = visit.text(storedAt(place));
  if (usualText(visit, place, text, kept) !== kept) return;
  session.focus(place);
  const field = fieldOf(document.activeElement);
  if (!field || !isSameField(placeOfField(field), place)) return;
  showText(field, text);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
