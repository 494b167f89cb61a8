import type { DraftEvent } from "#room/billing/draft-event.ts";
import { auditShape, eventShape, visitShape, type ListName, type RowDraft } from "./draft.ts";
import { asList, asObject } from "./json-object.ts";
import { rowFromJson } from "./new-rows.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { type Adoption, adoptRow, linksFor, setLeaves } from "./adopt-links.ts";

/** Maps each item to the row that has it, if any. Copied rows share their value, but each is still one row. */
function sameRows(
  items: readonly unknown[],
  rows: readonly RowDraft[],
  valueOf: (row: RowDraft) => unknown,
): (RowDraft | undefined)[] {
  const free = new Set(rows);
  const take = (row: RowDraft | undefined, item: unknown) =>
    row && free.has(row) && valueOf(row) === item && free.delete(row) ? row : undefined;
  const inPlace = items.map((item, index) => take(rows[index], item));
  return inPlace.map((row, index) => {
    if (row) return row;
    for (const other of free) {
      const found = take(other, items[index]);
      if (found) return found;
    }
    return undefined;
  });
}

function adoptList(adoption: Adoption, list: ListName, next: unknown): void {
  const { visit, label } = adoption;
  const items = asList(next);
  const rows = visit.rows(list);
  const sent = new Set(visit.sentRows(list));
  const living = rows.filter((row) => sent.has(row.rowId));
  const same = sameRows(items, living, (row) => visit.rowValue(list, row));
  const kept = new Set(same);
  const taken: { row: RowDraft; item: unknown; isNew: boolean }[] = items.map((item, index) => {
    const standing = same[index] ?? living[index];
    const isKept = standing !== undefined && (standing === same[index] || !kept.has(standing));
    return isKept
      ? { row: standing, item, isNew: false }
      : { row: rowFromJson(visit, list, item), item, isNew: true };
  });
  const after = [...taken.map(({ row }) => row), ...rows.filter((row) => !sent.has(row.rowId))];
  if (after.length !== rows.length || after.some((row, index) => row !== rows[index]))
    visit.setRows(list, after, label);
  for (const { row, item, isNew } of taken) {
    const standing = visit.row(list, row.rowId);
    if (!standing) continue;
    if (!isNew) adoptRow(adoption, list, standing, item);
    else if (list === "charges") {
      const links = linksFor(adoption, asList(asObject(item)["indicatedBy"]), [], []);
      if (links.length > 0) visit.setValue({ list, rowId: row.rowId, member: "indicatedBy" }, links, label);
    }
  }
}

/**
 * Makes the draft match `next`, as one undo step. Rows of the current event that `next` still has (the same objects)
 * keep their ids, so links, focus and undo survive.
 */
export function adoptEvent(visit: VisitDraft, next: DraftEvent, label: string): void {
  visit.step(label, () => {
    const adoption = { visit, label };
    const { visitCharged, audit } = next;
    setLeaves(adoption, eventShape, next, (member) => ({ path: member }));
    setLeaves(adoption, visitShape, visitCharged, (member) => ({ path: `visitCharged.${member}` }));
    setLeaves(adoption, auditShape, audit, (member) => ({ path: `audit.${member}` }));
    adoptList(adoption, "diagnosis", visitCharged?.diagnosis);
    adoptList(adoption, "charges", visitCharged?.charges);
    adoptList(adoption, "payments", visitCharged?.payments);
    adoptList(adoption, "rulesLogs", audit?.rulesLogs);
  });
}
