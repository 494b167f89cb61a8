import { diagnosisLetter } from "#room/billing/diagnosis-identity.ts";
import { beginningOf, isPristine, type ListName, type RowDraft } from "./draft.ts";
import { copyOfRow, freshRow } from "./new-rows.ts";
import type { VisitDraft } from "./visit-draft.ts";

export const rowWords: Readonly<Record<ListName, string>> = {
  charges: "charge",
  diagnosis: "diagnosis",
  payments: "payment",
  rulesLogs: "rules log",
};

export function rowName(list: ListName, index: number): string {
  return `${rowWords[list]} ${list === "diagnosis" ? diagnosisLetter(index) : index + 1}`;
}

export function named(visit: VisitDraft, list: ListName, rowIds: readonly string[]): string {
  const [first] = rowIds;
  if (rowIds.length === 1 && first !== undefined) return rowName(list, visit.order()[list].indexOf(first));
  return `${rowIds.length} ${list === "diagnosis" ? "diagnoses" : `${rowWords[list]}s`}`;
}

/** Priority follows the order of the diagnoses. */
function renumber(visit: VisitDraft): void {
  for (const [index, row] of visit.rows("diagnosis").entries()) {
    const priority = String(index + 1);
    const place = { list: "diagnosis", rowId: row.rowId, member: "priority" } as const;
    if (visit.text(place) === priority) continue;
    if (isPristine(row, visit.source)) visit.source.fresh.set(row.rowId, beginningOf({ ...row, priority }));
    visit.set(place, priority);
  }
}

function change(visit: VisitDraft, list: ListName, rows: readonly RowDraft[], label: string): void {
  visit.step(label, () => {
    visit.setRows(list, rows);
    if (list === "diagnosis") renumber(visit);
  });
}

/** Inserts an empty row at this index (by default at the end) and returns its id. */
export function insertRow(visit: VisitDraft, list: ListName, at = visit.rows(list).length): string {
  const row = freshRow(visit, list, at);
  change(visit, list, visit.rows(list).toSpliced(at, 0, row), `Add ${rowName(list, at)}`);
  return row.rowId;
}

/** The next line to type in: the existing empty one, else a new one at the end. */
export function lineToFill(visit: VisitDraft, list: ListName): string {
  const blank = visit.rows(list).find((row) => isPristine(row, visit.source));
  return blank?.rowId ?? insertRow(visit, list);
}

export function removeRows(visit: VisitDraft, list: ListName, rowIds: readonly string[]): void {
  const gone = new Set(rowIds);
  const rows = visit.rows(list).filter((row) => !gone.has(row.rowId));
  const label = `Remove ${named(visit, list, rowIds)}`;
  visit.step(label, () => {
    if (list === "diagnosis") unlink(visit, gone);
    change(visit, list, rows, label);
  });
}

function unlink(visit: VisitDraft, gone: ReadonlySet<string>): void {
  for (const row of visit.rows("charges")) {
    const kept = row.indicatedBy.filter((link) => link.to === undefined || !gone.has(link.to));
    if (kept.length < row.indicatedBy.length) {
      visit.setValue({ list: "charges", rowId: row.rowId, member: "indicatedBy" }, kept);
    }
  }
}

/** The numbers (from 1) of the charges that would be left without a diagnosis. */
export function chargesLeftBare(visit: VisitDraft, diagnosisIds: readonly string[]): number[] {
  return visit.rows("charges").flatMap(({ indicatedBy }, index) => {
    const linked = indicatedBy.flatMap((link) => link.to ?? []);
    return linked.length > 0 && linked.every((to) => diagnosisIds.includes(to)) ? [index + 1] : [];
  });
}

/** Copies the rows to below the last of them; returns the new ids. */
export function duplicateRows(
  visit: VisitDraft,
  list: ListName,
  rowIds: readonly string[],
): readonly string[] {
  const wanted = new Set(rowIds);
  const rows = visit.rows(list);
  const copies = rows.filter((row) => wanted.has(row.rowId)).map((row) => copyOfRow(visit, row));
  const at = rows.findLastIndex((row) => wanted.has(row.rowId)) + 1;
  change(visit, list, rows.toSpliced(at, 0, ...copies), `Duplicate ${named(visit, list, rowIds)}`);
  return copies.map((row) => row.rowId);
}

/** Moves the rows so that the first is at `to` among the others. */
export function moveRowsTo(visit: VisitDraft, list: ListName, rowIds: readonly string[], to: number): void {
  const wanted = new Set(rowIds);
  const moving = visit.rows(list).filter((row) => wanted.has(row.rowId));
  const others = visit.rows(list).filter((row) => !wanted.has(row.rowId));
  const rows = others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, ...moving);
  if (rows.every((row, index) => row.rowId === visit.order()[list][index])) return;
  change(visit, list, rows, `Move ${named(visit, list, rowIds)}`);
}
