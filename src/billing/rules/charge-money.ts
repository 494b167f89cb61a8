import type { ChargeRule } from "#room/billing/rule.ts";
import { moneyResults } from "./money-results.ts";

export const chargeMoney: ChargeRule = {
  id: "charge-money",
  scope: "charge",
  severity: "block",
  title:
    "Every amount of a charge is in the visit's single currency, with no more decimals than that currency has.",
  source: "F21, F22: ISO 4217; sums are exact in whole minor units",
  check(charge, { currency }) {
    return [
      ...moneyResults(charge.charge, "charge", currency),
      ...moneyResults(charge.arAmount, "arAmount", currency),
      ...moneyResults(charge.paid, "paid", currency),
    ];
  },
};
