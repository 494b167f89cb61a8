import { isBlank } from "#room/billing/draft-event.ts";
import { type PaymentRule, clean } from "#room/billing/rule.ts";
import { isAmount } from "#room/billing/tidy-number.ts";

const kinds = ["paymentType", "paymentCategory"] as const;

/** What patients pay for, which says nothing of how. */
const purpose = /^\s*(co-?pay(ment)?|co-?insurance|deductible|patient|self.?pay)?\s*$/i;

export const paymentType: PaymentRule = {
  id: "payment-type",
  scope: "payment",
  severity: "warn",
  title: "A payment’s type and category are words, not amounts; one of them says how it was paid.",
  source: "Amounts typed in the type cell by billers; deposit slips by means of payment",
  check(payment) {
    const wrong = kinds.flatMap((member) => {
      const text = payment[member];
      if (typeof text !== "string" || !isAmount(text)) return [];
      const name = member === "paymentType" ? "type" : "category";
      return [{ path: [member], message: `“${text}” is an amount, not a ${name} of payment.` }];
    });
    if (wrong.length > 0) return wrong;
    const { paymentType: type } = payment;
    if (isBlank(payment.amount?.amount) || !kinds.every((member) => purpose.test(payment[member] ?? "")))
      return clean;
    const message = isBlank(type)
      ? "Say how this was paid, for the deposit slip: cash, check, card."
      : `“${type}” is what was paid for: that is its category. Say here how it was paid: cash, check, card.`;
    return [{ path: ["paymentType"], message, severity: "note" }];
  },
};
