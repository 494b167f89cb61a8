import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { currencyOf } from "./row-writer.ts";
import type { CellRef, FieldRef } from "./field-ref.ts";
import type { VisitDraft } from "./visit-draft.ts";

interface Sums {
  readonly charge: string;
  readonly paid: string;
}

/** Charge minus paid, formatted for its field; empty if there is no charge or an amount cannot be read. */
function arText({ charge, paid }: Sums, currency: string): string {
  const [whole, part] = [charge, paid].map((text) => {
    const amount = text.trim() === "" ? 0 : numberOfText(text);
    return amount === undefined ? undefined : minorUnits(amount, currency);
  });
  if (charge.trim() === "" || whole === undefined || part === undefined) return "";
  return minorText(whole - part, currency);
}

/** The A/R that follows a line’s charge or payment; undefined for any other place. */
export function arOf(place: FieldRef): CellRef | undefined {
  const isPart =
    "list" in place && place.list === "charges" && /^(?:charge|paid)\.amount$/.test(place.member);
  return isPart ? { ...place, member: "arAmount.amount" } : undefined;
}

/**
 * Call after a line's charge or payment changed from `before`, when its A/R was `given`. Updates the A/R if that was empty
 * or equal to the computed value; any other was entered on purpose and stays.
 */
export function followAr(visit: VisitDraft, place: FieldRef, before: string, given?: string): void {
  const ar = arOf(place);
  if (!ar || !("list" in place)) return;
  const text = (member: string) => visit.text({ ...place, member });
  const currencies = [text("charge.currency"), text("paid.currency"), text("arAmount.currency")];
  const [currency = currencyOf(visit.draft()), other] = [...new Set(currencies.filter(Boolean))];
  if (other !== undefined) return;
  const now = { charge: text("charge.amount"), paid: text("paid.amount") };
  const changed = place.member === "paid.amount" ? "paid" : "charge";
  const was = arText({ ...now, [changed]: before }, currency);
  const first = given ?? visit.text(ar);
  if (first.trim() === "" || first === was) visit.set(ar, arText(now, currency));
}
