import { fieldName } from "#room/billing/field-names.ts";
import { insertRow } from "./row-actions.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { visitNameOf, type VisitName } from "./visit-place.ts";
import { writeCell } from "./write-cell.ts";

/** Writes it to each line that has no other of its own, as one undo step. */
export function writeVisitName(visit: VisitDraft, member: VisitName, id: string): void {
  const label = `${fieldName(member)} of the visit`;
  visit.step(label, () => {
    if (visit.rows("charges").length === 0) insertRow(visit, "charges");
    const rows = visit.rows("charges");
    const before = visitNameOf(rows, member);
    // The rows change while they are written.
    const rowIds = rows.filter((row) => row[member] === "" || row[member] === before).map((row) => row.rowId);
    for (const rowId of rowIds) writeCell(visit, { list: "charges", rowId, member }, id, label);
  });
}
