import { isAmount } from "#room/billing/tidy-number.ts";
import type { FieldRef } from "./field-ref.ts";
import { usualText } from "./usual-text.ts";
import type { VisitDraft } from "./visit-draft.ts";

/**
 * Moves an amount that was typed as a payment's type or category into its own cell, to be undone with it; a
 * check’s number stands beside a word.
 */
export function moveAmount(visit: VisitDraft, place: FieldRef): void {
  if (!("list" in place) || place.list !== "payments" || !/^payment(?:Type|Category)$/.test(place.member))
    return;
  const typed = visit.text(place);
  const amount = { ...place, member: "amount.amount" };
  // An existing amount is not overwritten: the cell shows its warning instead.
  if (!isAmount(typed) || visit.text(amount) !== "") return;
  visit.amend(() => {
    visit.set(place, "");
    visit.set(amount, usualText(visit, amount, typed));
  });
}
