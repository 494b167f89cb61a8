import { isBlank } from "#room/billing/draft-event.ts";
import { chargeTotals } from "#room/billing/line-totals.ts";
import { minorText } from "#room/contract/primitives/money.ts";
import type { ChargeDraft } from "./draft.ts";
import type { CellRef, FieldRef } from "./field-ref.ts";
import { currencyOf } from "./row-writer.ts";
import { withValueAt } from "./value-at.ts";
import type { VisitDraft } from "./visit-draft.ts";

/**
 * Charge minus paid, formatted for its field; empty if there is no charge, an amount cannot be read, or they have different
 * currencies.
 */
function arText({ charge, paid }: ChargeDraft, usual: string): string {
  const currency = charge.currency || usual;
  const { ar, unreadable } = chargeTotals({ charge: { ...charge }, paid: { ...paid } }, currency);
  return unreadable > 0 || isBlank(charge.amount) ? "" : minorText(ar, currency);
}

/** The A/R that follows a line’s charge or payment, or the currency of one; undefined for any other place. */
export function arOf(place: FieldRef): CellRef | undefined {
  const isPart = "list" in place && place.list === "charges" && /^(?:charge|paid)\./.test(place.member);
  return isPart ? { ...place, member: "arAmount.amount" } : undefined;
}

/**
 * Call after a line's charge or payment changed from `before`, when its A/R was `given`. Updates the A/R if that was empty
 * or equal to the computed value; any other was entered on purpose and stays.
 */
export function followAr(visit: VisitDraft, place: FieldRef, before: string, given?: string): void {
  const ar = arOf(place);
  const line = visit.rows("charges").find(({ rowId }) => rowId === ar?.rowId);
  if (!ar || !line || !("list" in place)) return;
  const usual = currencyOf(visit.draft());
  const was = withValueAt(line, place.member, before);
  const { amount, currency } = line.arAmount;
  const first = given ?? amount;
  const isFollowing = first === arText(was, usual) && (currency || usual) === (was.charge.currency || usual);
  if (!isBlank(first) && !isFollowing) return;
  visit.set(ar, arText(line, usual));
  visit.set({ ...ar, member: "arAmount.currency" }, line.charge.currency);
}
