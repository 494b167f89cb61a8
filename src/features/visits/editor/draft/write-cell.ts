import { followAr } from "./follow-ar.ts";
import { followFee } from "./follow-fee.ts";
import type { FieldRef } from "./field-ref.ts";
import { linkDiagnoses } from "./typed-diagnoses.ts";
import { usualText } from "./usual-text.ts";
import type { VisitDraft } from "./visit-draft.ts";

export function writeCell(visit: VisitDraft, place: FieldRef, typed: string, label: string): void {
  const before = visit.text(place);
  visit.step(label, () => {
    visit.set(place, usualText(visit, place, typed, before));
    followAr(visit, place, before);
    followFee(visit, place);
    linkDiagnoses(visit, place);
  });
}
