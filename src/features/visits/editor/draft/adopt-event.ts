import { findDiagnosis } from "#room/billing/diagnosis-identity.ts";
import {
  diagnosisShape,
  listShapes,
  newRowId,
  auditShape,
  eventShape,
  visitShape,
  type Link,
  type ListName,
  type RowDraft,
  type Shape,
} from "./draft.ts";
import { asList, asObject } from "./json-object.ts";
import type { FieldRef } from "./field-ref.ts";
import { draftOfRecord } from "./record-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { rowFromJson } from "./new-rows.ts";

function setLeaves(
  visit: VisitDraft,
  shape: Shape,
  next: unknown,
  placeOf: (member: string) => FieldRef,
): void {
  for (const [name, held] of Object.entries(draftOfRecord(shape, next))) {
    const leaves =
      typeof held === "string"
        ? [[name, held] as const]
        : Object.entries(asObject(held)).map(([part, text]) => [`${name}.${part}`, text] as const);
    // An event without the sum says nothing of the currency that was chosen for it.
    const isLone = leaves.every(([, text]) => text === "");
    for (const [member, text] of leaves) {
      if (typeof text !== "string" || visit.text(placeOf(member)) === text) continue;
      if (!isLone || !member.endsWith(".currency")) visit.set(placeOf(member), text);
    }
  }
}

function linksFor(
  visit: VisitDraft,
  entries: readonly unknown[],
  before: readonly Link[],
  current: readonly unknown[],
): Link[] {
  const diagnoses = visit.rows("diagnosis");
  return entries.map((entry) => {
    const kept = before[current.indexOf(entry)];
    if (kept) return kept;
    const codes = draftOfRecord(diagnosisShape, entry);
    const row = diagnoses[findDiagnosis(codes, diagnoses) ?? -1];
    const linkId = newRowId();
    visit.source.links.set(linkId, entry);
    return row ? { linkId, to: row.rowId } : { linkId, text: codes.icd10DiagCode };
  });
}

function adoptRow(visit: VisitDraft, list: ListName, row: RowDraft, next: unknown): void {
  const current = asObject(visit.rowValue(list, row));
  if (current === next) return;
  setLeaves(visit, listShapes[list], next, (member) => ({ list, rowId: row.rowId, member }));
  const entries = asObject(next)["indicatedBy"];
  if (!("indicatedBy" in row) || entries === current["indicatedBy"]) return;
  const links = linksFor(visit, asList(entries), row.indicatedBy, asList(current["indicatedBy"]));
  visit.setValue({ list, rowId: row.rowId, member: "indicatedBy" }, links);
}

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

function adoptList(visit: VisitDraft, list: ListName, next: unknown): void {
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
    visit.setRows(list, after);
  for (const { row, item, isNew } of taken) {
    const standing = visit.row(list, row.rowId);
    if (!standing) continue;
    if (!isNew) adoptRow(visit, list, standing, item);
    else if (list === "charges") {
      const links = linksFor(visit, asList(asObject(item)["indicatedBy"]), [], []);
      if (links.length > 0) visit.setValue({ list, rowId: row.rowId, member: "indicatedBy" }, links);
    }
  }
}

/**
 * Makes the draft match `next`, as one undo step. Rows of the current event that `next` still has (the same objects)
 * keep their ids, so links, focus and undo survive.
 */
export function adoptEvent(visit: VisitDraft, next: DraftEvent, label: string): void {
  visit.step(label, () => {
    const { visitCharged, audit } = next;
    setLeaves(visit, eventShape, next, (member) => ({ path: member }));
    setLeaves(visit, visitShape, visitCharged, (member) => ({ path: `visitCharged.${member}` }));
    setLeaves(visit, auditShape, audit, (member) => ({ path: `audit.${member}` }));
    adoptList(visit, "diagnosis", visitCharged?.diagnosis);
    adoptList(visit, "charges", visitCharged?.charges);
    adoptList(visit, "payments", visitCharged?.payments);
    adoptList(visit, "rulesLogs", audit?.rulesLogs);
  });
}
