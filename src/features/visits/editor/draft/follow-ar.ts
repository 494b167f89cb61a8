import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { currencyOf } from "./row-writer.ts";
import type { FieldRef } from "./field-ref.ts";
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

/**
 * Call after a line's charge or payment changed from `before`. Updates its A/R if that was empty or equal to the
 * computed value; any other A/R was entered on purpose and stays.
 */
export function followAr(visit: VisitDraft, place: FieldRef, before: string): void {
  if (!("list" in place) || place.list !== "charges") return;
  const changed = /^(charge|paid)\.amount$/.exec(place.member)?.[1];
  if (changed === undefined) return;
  const at = (member: string) => ({ ...place, member });
  const text = (member: string) => visit.text(at(member));
  const currencies = [text("charge.currency"), text("paid.currency"), text("arAmount.currency")];
  const [currency = currencyOf(visit.draft()), other] = [...new Set(currencies.filter(Boolean))];
  if (other !== undefined) return;
  const now = { charge: text("charge.amount"), paid: text("paid.amount") };
  const [was, ar] = [arText({ ...now, [changed]: before }, currency), text("arAmount.amount")];
  if (ar.trim() !== "" && ar !== was) return;
  const next = arText(now, currency);
  if (next !== ar) visit.set(at("arAmount.amount"), next);
}
