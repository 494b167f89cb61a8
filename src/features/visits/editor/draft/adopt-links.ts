import { findDiagnosis } from "#room/billing/diagnosis-identity.ts";
import {
  diagnosisShape,
  listShapes,
  newRowId,
  type Link,
  type ListName,
  type RowDraft,
  type Shape,
} from "./draft.ts";
import { asList, asObject } from "./json-object.ts";
import type { Place } from "./place.ts";
import { draftOfRecord } from "./record-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

export interface Adoption {
  readonly visit: VisitDraft;
  readonly label: string;
}

export function setLeaves(
  { visit, label }: Adoption,
  shape: Shape,
  next: unknown,
  placeOf: (member: string) => Place,
): void {
  for (const [name, held] of Object.entries(draftOfRecord(shape, next))) {
    const leaves =
      typeof held === "string"
        ? [[name, held] as const]
        : Object.entries(asObject(held)).map(([part, text]) => [`${name}.${part}`, text] as const);
    for (const [member, text] of leaves) {
      if (typeof text === "string" && visit.text(placeOf(member)) !== text)
        visit.set(placeOf(member), text, label);
    }
  }
}

export function linksFor(
  { visit }: Adoption,
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

export function adoptRow(adoption: Adoption, list: ListName, row: RowDraft, next: unknown): void {
  const { visit, label } = adoption;
  const current = asObject(visit.rowValue(list, row));
  if (current === next) return;
  setLeaves(adoption, listShapes[list], next, (member) => ({ list, rowId: row.rowId, member }));
  const entries = asObject(next)["indicatedBy"];
  if (!("indicatedBy" in row) || entries === current["indicatedBy"]) return;
  const links = linksFor(adoption, asList(entries), row.indicatedBy, asList(current["indicatedBy"]));
  visit.setValue({ list, rowId: row.rowId, member: "indicatedBy" }, links, label);
}
