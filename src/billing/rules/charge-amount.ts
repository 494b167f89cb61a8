import { numberOf } from "#room/billing/draft-event.ts";
import { type ChargeRule, type RuleResult, clean } from "#room/billing/rule.ts";

export const chargeAmount: ChargeRule = {
  id: "charge-amount",
  scope: "charge",
  severity: "block",
  title: "A charge is 0 or more, and no less than what is paid on it; a charge of 0 should be checked.",
  source: "F20: 837P line charge edits",
  check(charge) {
    const results: RuleResult[] = [];
    for (const member of ["charge", "paid"] as const) {
      if ((numberOf(charge[member]?.amount) ?? 0) < 0)
        results.push({
          path: [member, "amount"],
          message:
            member === "charge"
              ? "A charge can’t be less than 0."
              : "Paid can’t be less than 0. Enter a refund as a payment.",
        });
    }
    const whole = numberOf(charge.charge?.amount) ?? Number.NaN;
    const paid = numberOf(charge.paid?.amount) ?? Number.NaN;
    if (whole === 0)
      results.push({
        path: ["charge", "amount"],
        severity: "warn",
        message: "This line charges 0. Some payers reject it.",
      });
    if (paid > whole && whole >= 0)
      results.push({
        path: ["paid", "amount"],
        severity: "warn",
        message: "This line shows more paid than it charges.",
      });
    return results.length === 0 ? clean : results;
  },
};
