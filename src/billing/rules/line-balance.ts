import { amountOfMinor, minorText } from "#room/contract/primitives/money.ts";
import { chargeTotals } from "#room/billing/balance.ts";
import type { ChargeRule } from "#room/billing/rule.ts";
import { clean } from "#room/billing/rule.ts";

export const lineBalance: ChargeRule = {
  id: "line-balance",
  scope: "charge",
  severity: "warn",
  title: "A line's charge less what is paid is its arAmount.",
  source: "F23: our reading, after the balance edits of coordinated claims",
  check(charge, { currency = "USD" }) {
    const { charge: whole, paid, ar, gap } = chargeTotals(charge, currency);
    if (gap === undefined || gap === 0) return clean;
    const right = whole - paid;
    const money = (units: number) => `${minorText(units, currency)} ${currency}`;
    const value = { ...charge.arAmount, currency: charge.arAmount?.currency ?? currency };
    return [
      {
        path: ["arAmount", "amount"],
        message: `${money(whole)} charged less ${money(paid)} paid leaves ${money(right)}, but the A/R says ${money(ar)}.`,
        fix: {
          label: `Make it ${minorText(right, currency)}`,
          edits: [
            { kind: "set", path: ["arAmount"], value: { ...value, amount: amountOfMinor(right, currency) } },
          ],
        },
      },
    ];
  },
};
