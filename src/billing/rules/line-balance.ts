import { minorMoneyText } from "#room/billing/money-text.ts";
import { amountOfMinor } from "#room/contract/primitives/money.ts";
import { chargeTotals } from "#room/billing/line-totals.ts";
import { isBlank, type DraftCharge } from "#room/billing/draft-event.ts";
import { type ChargeRule, clean } from "#room/billing/rule.ts";

function setTo(charge: DraftCharge, units: number, currency: string) {
  const value = { ...charge.arAmount, currency: charge.arAmount?.currency || currency };
  return {
    label: `Set A/R to ${minorMoneyText(units, currency)}`,
    kind: "Recalculate A/R",
    edits: [
      {
        kind: "set",
        path: ["arAmount"],
        value: { ...value, amount: amountOfMinor(units, currency) },
      } as const,
    ],
  };
}

export const lineBalance: ChargeRule = {
  id: "line-balance",
  scope: "charge",
  severity: "warn",
  title: "A line's A/R is its charge minus the amount paid.",
  source: "F23: charge, paid and A/R add up, as on coordinated claims",
  check(charge, { currency = "USD" }) {
    const { charge: whole, paid, ar, gap, unreadable } = chargeTotals(charge, currency);
    const path = ["arAmount", "amount"];
    const right = whole - paid;
    if (isBlank(charge.arAmount?.amount)) {
      if (unreadable > 0 || isBlank(charge.charge?.amount)) return clean;
      const message = `A/R is empty, so the totals count charge less paid: ${minorMoneyText(right, currency)}.`;
      return [{ path, severity: "note", message, fix: setTo(charge, right, currency) }];
    }
    if (gap === undefined || gap === 0) return clean;
    const money = (units: number) => minorMoneyText(units, currency);
    const message = `A/R is ${money(ar)}, but charge ${money(whole)} less paid ${money(paid)} is ${money(right)}.`;
    return [{ path, message, fix: setTo(charge, right, currency) }];
  },
};
