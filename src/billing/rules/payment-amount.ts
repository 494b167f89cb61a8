import { isBlank, numberOf } from "#room/billing/draft-event.ts";
import { type PaymentRule, clean } from "#room/billing/rule.ts";

const refundWords = /refund|reversal|reversed|chargeback|void|adjust|write.?off/i;

export const paymentAmount: PaymentRule = {
  id: "payment-amount",
  scope: "payment",
  severity: "warn",
  title: "A payment is 0 or more, unless its type or category names a refund.",
  source: "F24: other-payer edits of 837P",
  check(payment) {
    const path = ["amount", "amount"];
    if (isBlank(payment.amount?.amount)) return [{ path, message: "This payment has no amount." }];
    const amount = numberOf(payment.amount?.amount);
    if (amount === undefined || amount >= 0) return clean;
    if (refundWords.test(`${payment.paymentType ?? ""} ${payment.paymentCategory ?? ""}`)) return clean;
    const message = "A payment below 0 is a refund: say so in its type or category.";
    const fix = {
      label: "Mark as refund",
      edits: [{ kind: "set", path: ["paymentCategory"], value: "Refund" } as const],
    };
    return [{ path, message, fix }];
  },
};
