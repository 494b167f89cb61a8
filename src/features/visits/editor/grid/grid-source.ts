import { withoutFormula } from "#room/billing/csv.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import type { CellMarks, GridSource } from "#room/ui/grid/grid-types.ts";
import { type ListName, isPristine } from "#room/features/visits/editor/draft/draft.ts";
import { shownText, usualText } from "#room/features/visits/editor/draft/usual-text.ts";
import {
  duplicateRows,
  insertRow,
  moveRowsTo,
  removeRows,
} from "#room/features/visits/editor/draft/row-actions.ts";
import { fillDown, writeCells } from "#room/features/visits/editor/draft/write-cell.ts";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";

/** What a line needs only when it bills a payer. */
const ofPayers: ReadonlySet<string> = new Set(["indicatedBy", "providerId", "payerId"]);

const noMarks: CellMarks = {};
type Paste = GridSource["paste"];

export function gridSource(
  session: EditorSession,
  list: ListName,
  { paste, remove }: { readonly paste: Paste; readonly remove?: GridSource["remove"] },
): GridSource {
  const { visit, findings } = session;
  const isBlank = (rowId: string) => {
    const row = visit.row(list, rowId);
    return row !== undefined && isPristine(row, visit.source);
  };
  return {
    hold: (input, { rowId, member }) => session.fields.hold(input, { list, rowId, member }),
    text: (rowId, member) => visit.text({ list, rowId, member }),
    shown: (rowId, member) => shownText({ list, rowId, member }, visit.text({ list, rowId, member })),
    forSpreadsheet: (text) => (numberOfText(text) === undefined ? withoutFormula(text) : text),
    mayStayEmpty: (rowId, member) =>
      list === "charges" &&
      ofPayers.has(member) &&
      visit.text({ list, rowId, member: "billtoPayer" }) !== "true",
    takeBack: (rowId, member, text) => {
      const place = { list, rowId, member };
      session.fields.forget();
      if (!visit.takeBack(place))
        visit.step(session.nameOf(place), () => visit.set(place, usualText(visit, place, text)));
    },
    writeAll: (cells, text) => writeCells(visit, list, cells, text),
    settle: () => session.settle(),
    isBlank,
    subscribeMarks: (listener) => {
      const stops = [findings.marks.subscribe(listener), session.seen.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    marksOf: (rowId) => (session.isUntouched(list, rowId) ? noMarks : findings.marksOf(rowId)),
    insert: (at) => insertRow(visit, list, at),
    remove: remove ?? ((rowIds) => removeRows(visit, list, rowIds)),
    duplicate: (rowIds) => duplicateRows(visit, list, rowIds),
    moveTo: (rowIds, to) => moveRowsTo(visit, list, rowIds, to),
    fillDown: (rowIds, members) => fillDown(visit, list, rowIds, members),
    paste,
  };
}
