import type { PaymentRule } from "#room/billing/rule.ts";
import { moneyResults } from "./money-results.ts";

export const paymentMoney: PaymentRule = {
  id: "payment-money",
  scope: "payment",
  severity: "block",
  title: "A payment is in the visit's single currency, with no more decimals than that currency has.",
  source: "F21, F22: ISO 4217; sums are exact in whole minor units",
  check: (payment, { currency }) => moneyResults(payment.amount, "amount", currency),
};
