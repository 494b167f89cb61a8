import { fieldName } from "#room/billing/field-names.ts";
import { insertRow } from "./row-actions.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { visitNameOf, type VisitName, type FieldRef } from "./field-ref.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { namedKindAt } from "./named-place.ts";
import { usualText } from "./usual-text.ts";
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

/** Names that were typed before the directory had them become what it says now. */
export function knowNames(visit: VisitDraft): void {
  const places: FieldRef[] = [{ path: "visitCharged.practiceId" }];
  for (const list of ["charges", "payments"] as const)
    for (const row of visit.rows(list))
      for (const member of Object.keys(row)) places.push({ list, rowId: row.rowId, member });
  for (const place of places.filter((each) => namedKindAt(each) !== undefined)) {
    const typed = visit.text(place);
    const id = usualText(visit, place, typed);
    if (canonicalGuid(typed) === undefined && canonicalGuid(id) !== undefined)
      writeCell(visit, place, id, `${typed}, now in the directory`);
  }
}
