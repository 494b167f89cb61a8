import type { GridSource } from "#room/forms/grid/grid-types.ts";
import { followAr } from "./draft/follow-ar.ts";
import type { ListName } from "./draft/draft.ts";
import { duplicateRows, fillDown, insertRow, moveRowsTo, removeRows } from "./draft/row-actions.ts";
import type { EditorSession } from "./editor-session.ts";

type Paste = GridSource["paste"];

/** The rows of a list as a grid works on them. */
export function gridSource(
  session: EditorSession,
  list: ListName,
  { paste, remove }: { readonly paste: Paste; readonly remove?: GridSource["remove"] },
): GridSource {
  const { visit, findings } = session;
  return {
    text: (rowId, member) => visit.text({ list, rowId, member }),
    write: (rowId, member, text) => {
      const place = { list, rowId, member };
      const before = visit.text(place);
      visit.type(place, text, session.nameOf(place));
      visit.amend(() => followAr(visit, place, before));
      session.fields.show();
      visit.seal();
    },
    subscribeMarks: findings.marks.subscribe,
    marksOf: (rowId) => findings.marksOf(rowId),
    insert: (at) => insertRow(visit, list, at),
    remove: remove ?? ((rowIds) => removeRows(visit, list, rowIds)),
    duplicate: (rowIds) => duplicateRows(visit, list, rowIds),
    moveTo: (rowIds, to) => moveRowsTo(visit, list, rowIds, to),
    fillDown: (rowIds, member) => fillDown(visit, list, rowIds, member),
    paste,
  };
}
