import { listPaths } from "#room/features/visits/editor/draft/draft.ts";
import { followAr } from "#room/features/visits/editor/draft/follow-ar.ts";
import { followFee } from "#room/features/visits/editor/draft/follow-fee.ts";
import { filledCells } from "#room/features/visits/editor/draft/filled.ts";
import { isSameField, storedAt, visitNameAt } from "#room/features/visits/editor/draft/field-ref.ts";
import { usualText } from "#room/features/visits/editor/draft/usual-text.ts";
import { placesIn } from "#room/features/visits/editor/validation/locate.ts";
import { fieldOf, showText } from "#room/ui/grid/cell-dom.ts";
import type { DraftNotes, TypedText } from "#room/workspace/storage/draft-lease.ts";
import type { EditorSession } from "./editor-session.ts";
import { placeOfField } from "./field-sync.ts";

/** What is stored beside the draft. */
export function notesOf(session: EditorSession): DraftNotes {
  const { story, visit } = session;
  return { story: story.lines(), filled: filledCells(visit), typing: typingIn(session) };
}

function typingIn({ fields, visit }: EditorSession): DraftNotes["typing"] {
  const typing = fields.typing();
  if (!typing) return undefined;
  const { place, ...texts } = typing;
  if ("path" in place) return { path: place.path, ...texts };
  const { list, rowId, member } = place;
  return { path: `${listPaths[list]}.${visit.sentRows(list).indexOf(rowId)}.${member}`, ...texts };
}

/**
 * Goes on with what was being typed when the page was reloaded or another tab took over: in its field, as it was typed. What was
 * there before, and what followed from that, comes back first, so that Escape, Undo and the line’s A/R know it.
 */
export function resumeTyping(session: EditorSession, { path, text, before }: TypedText): void {
  const { visit } = session;
  const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const isName = visitNameAt({ path }) !== undefined;
  const place = isName ? { path } : placesIn(visit)(steps);
  if (!place) return;
  const kept = visit.text(storedAt(place));
  // A name for all lines that is stored there by now is finished; other fields are stored at each key.
  if ((usualText(visit, place, text, kept) === kept) === isName) return;
  session.focus(place);
  const field = fieldOf(document.activeElement);
  if (!field || !isSameField(placeOfField(field), place)) return;
  // Reopened on this page, it has its steps; a name for all lines begins one when its field is left.
  if (!isName && visit.history().done.length === 0)
    visit.amend(() => {
      visit.set(storedAt(place), before);
      followAr(visit, place, kept);
      followFee(visit, place);
    });
  showText(field, text);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
