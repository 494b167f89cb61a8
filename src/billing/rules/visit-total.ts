import { balanceOf } from "#room/billing/balance.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { numberOf } from "#room/billing/draft-event.ts";
import { type RuleResult, type VisitRule, clean } from "#room/billing/rule.ts";

export const visitTotal: VisitRule = {
  id: "visit-total",
  scope: "visit",
  severity: "warn",
  title:
    "The billed lines of a visit add up to more than 0, and the payments to 0 or more and no more than that.",
  source: "F20, F21: 837P total edits",
  check(event) {
    const charges = event.visitCharged?.charges ?? [];
    const payments = event.visitCharged?.payments ?? [];
    const isKnown = charges.every((row) => numberOf(row.charge?.amount) !== undefined);
    if (charges.length === 0 || !isKnown) return clean;
    const balance = balanceOf(event.visitCharged);
    if (balance.unreadable > 0) return clean;
    const results: RuleResult[] = [];
    if (balance.charges > 0 && balance.billed === 0)
      results.push({
        path: ["visitCharged", "charges", 0, "billable"],
        message: "No charge on this visit is billable, so the invoice will be empty.",
      });
    if (balance.balance < 0 && balance.billed > 0)
      results.push({
        path: ["visitCharged", "payments", 0, "amount", "amount"],
        message: `Payments are ${minorMoneyText(-balance.balance, balance.currency)} more than what is charged.`,
      });
    if (balance.payments < 0)
      results.push({
        path: [
          "visitCharged",
          "payments",
          payments.findIndex(({ amount }) => (numberOf(amount?.amount) ?? 0) < 0),
          "amount",
          "amount",
        ],
        message: `Refunds are ${minorMoneyText(-balance.payments, balance.currency)} more than what was paid.`,
      });
    return results;
  },
};
