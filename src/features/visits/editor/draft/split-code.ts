import type { FieldRef } from "./field-ref.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { isAmount } from "#room/billing/tidy-number.ts";
import { usualText } from "./usual-text.ts";

const written =
  /^([A-Z0-9]{5})(?:[-\s]((?!X\d)[A-Z0-9]{2}(?:[-,\s](?!X\d)[A-Z0-9]{2}){0,3}))?(?:\s?[X*]\s?(\d+))?$/i;

/** Splits a procedure code typed with its modifiers and units: `99213-25`, `J1100 x2`. */
export function splitCode(text: string): { cpt: string; modifier?: string; quantity?: string } | undefined {
  const [, cpt, modifier, quantity] = written.exec(text.trim()) ?? [];
  if (cpt === undefined || (modifier === undefined && quantity === undefined)) return undefined;
  return {
    cpt: cpt.toUpperCase(),
    ...(modifier === undefined ? {} : { modifier: modifier.toUpperCase().replaceAll(/[-,\s]+/g, " ") }),
    ...(quantity === undefined ? {} : { quantity }),
  };
}

/** Moves modifiers and units that were typed with the code into their own cells, as one undo step. */
export function spreadCode(visit: VisitDraft, place: FieldRef): void {
  if (!("list" in place) || place.list !== "charges" || place.member !== "cpt") return;
  const parts = splitCode(visit.text(place));
  const modifiers = { ...place, member: "modifier" };
  // Existing modifiers are not overwritten: the code shows its error instead.
  if (!parts || (parts.modifier !== undefined && visit.text(modifiers) !== "")) return;
  visit.step("Procedure with modifiers and units", () => {
    for (const [member, text] of Object.entries(parts)) visit.set({ ...place, member }, text);
  });
}

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
