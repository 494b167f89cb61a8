import { dayOfService } from "#room/billing/service-date.ts";
import { bareDiagnosisCode, codeSystemOn } from "#room/contract/primitives/diagnosis-code.ts";
import { lineToFill } from "./row-actions.ts";
import { dateOfServicePath, type FieldRef } from "./field-ref.ts";
import { tidyText } from "./tidy-text.ts";
import type { VisitDraft } from "./visit-draft.ts";

/** The member of a diagnosis that codes of the visit's day go into. */
export function codeMemberOf(visit: VisitDraft): "icd10DiagCode" | "icd9DiagCode" {
  const day = dayOfService(visit.text({ path: dateOfServicePath }));
  return day !== undefined && codeSystemOn(day) === "ICD-9-CM" ? "icd9DiagCode" : "icd10DiagCode";
}

export function isLinks(place: FieldRef): boolean {
  return "list" in place && place.list === "charges" && place.member === "indicatedBy";
}

/**
 * Call after a diagnosis was written, or a line's: what waits for it is linked, and a line's code that is none of the
 * visit's becomes one. Codes that came with the event are left as they came.
 */
export function linkDiagnoses(visit: VisitDraft, place: FieldRef): void {
  if (!("list" in place)) return;
  if (place.list === "diagnosis") return visit.bindLetters();
  if (!isLinks(place)) return;
  const row = visit.rows("charges").find(({ rowId }) => rowId === place.rowId);
  const member = codeMemberOf(visit);
  const system = member === "icd9DiagCode" ? "ICD-9-CM" : "ICD-10-CM";
  const codes = (row?.indicatedBy ?? []).flatMap(({ linkId, to, text = "" }) => {
    const isTyped = to === undefined && !visit.source.links.has(linkId);
    return isTyped && bareDiagnosisCode(text, system) !== undefined ? [text] : [];
  });
  for (const code of codes) {
    const diagnosis = { list: "diagnosis", rowId: lineToFill(visit, "diagnosis"), member } as const;
    visit.set(diagnosis, tidyText(diagnosis, code));
  }
  if (codes.length > 0) visit.bindLetters();
}
