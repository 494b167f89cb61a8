import { isBlank } from "#room/billing/draft-event.ts";
import { type PaymentRule, clean } from "#room/billing/rule.ts";
import { isAmount } from "#room/billing/tidy-number.ts";

const kinds = ["paymentType", "paymentCategory"] as const;

export const paymentType: PaymentRule = {
  id: "payment-type",
  scope: "payment",
  severity: "warn",
  title: "A payment’s type and category are words, not amounts; one of them says what the payment is.",
  source: "Amounts typed in the type cell by billers",
  check(payment) {
    const wrong = kinds.flatMap((member) => {
      const text = payment[member];
      if (typeof text !== "string" || !isAmount(text)) return [];
      const name = member === "paymentType" ? "type" : "category";
      return [{ path: [member], message: `“${text}” is an amount, not a ${name} of payment.` }];
    });
    if (wrong.length > 0) return wrong;
    if (isBlank(payment.amount?.amount) || kinds.some((member) => !isBlank(payment[member]))) return clean;
    return [{ path: ["paymentType"], message: "This payment has no type.", severity: "note" }];
  },
};
