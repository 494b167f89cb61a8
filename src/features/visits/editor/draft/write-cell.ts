import { followAr } from "./follow-ar.ts";
import { followFee } from "./follow-fee.ts";
import type { FieldRef } from "./field-ref.ts";
import { linkDiagnoses } from "./typed-diagnoses.ts";
import { usualText } from "./usual-text.ts";
import type { VisitDraft } from "./visit-draft.ts";
import type { ListName } from "./draft.ts";
import { fieldName } from "#room/billing/field-names.ts";
import { named } from "./row-actions.ts";

export function writeCell(visit: VisitDraft, place: FieldRef, typed: string, label: string): void {
  const before = visit.text(place);
  visit.step(label, () => {
    visit.set(place, usualText(visit, place, typed, before));
    followAr(visit, place, before);
    followFee(visit, place);
    linkDiagnoses(visit, place);
  });
}

export function fillDown(
  visit: VisitDraft,
  list: ListName,
  rowIds: readonly string[],
  members: readonly string[],
): void {
  const [first, ...rest] = rowIds;
  if (first === undefined || rest.length === 0) return;
  visit.step(`Fill down over ${named(visit, list, rowIds)}`, () => {
    for (const member of members) {
      const text = visit.text({ list, rowId: first, member });
      for (const rowId of rest) writeCell(visit, { list, rowId, member }, text, "Fill down");
    }
  });
}

export function writeCells(
  visit: VisitDraft,
  list: ListName,
  { rowIds, members }: { readonly rowIds: readonly string[]; readonly members: readonly string[] },
  typed: string,
): void {
  const [member = ""] = members;
  const what = `${named(visit, list, rowIds)}${members.length === 1 ? `, ${fieldName(member.split(".")[0] ?? "")}` : ""}`;
  visit.step(`${typed === "" ? "Clear" : "Fill"} ${what}`, () => {
    for (const rowId of rowIds)
      for (const each of members) writeCell(visit, { list, rowId, member: each }, typed, "Fill");
  });
}
