import { type ChargeRule, clean } from "#room/billing/rule.ts";
import { moneyText } from "#room/billing/money-text.ts";
import { currencyDigits } from "#room/contract/primitives/money.ts";
import { dueOf } from "./fee-schedule-amount.ts";

/** The sections of CPT I: surgery, radiology, laboratory, medicine, evaluation and management. */
const sections = [
  [10004, 69990],
  [70010, 79999],
  [80047, 89398],
  [90281, 99607],
] as const;

/** Whole thousands are amounts, except that 93000 (ECG) and 99000 (handling of a specimen) are codes of every day. */
function canBeCode(amount: number): boolean {
  const isRound = amount % 1000 === 0 && amount !== 93_000 && amount !== 99_000;
  return (
    Number.isInteger(amount) && !isRound && sections.some(([from, to]) => amount >= from && amount <= to)
  );
}

/** A procedure code typed in the amount cell: $87,880.00 for a strep test. */
export const amountIsCode: ChargeRule = {
  id: "amount-is-code",
  scope: "charge",
  severity: "warn",
  title: "A line’s amount is no five-digit procedure code, unless the fee schedule says so.",
  source: "Codes typed in the amount cell by billers",
  check(charge, context) {
    const { amount, currency } = charge.charge ?? {};
    if (typeof amount !== "number" || !canBeCode(amount)) return clean;
    // Where amounts have no decimals, five digits are an ordinary price.
    if (currencyDigits(currency ?? "") === 0) return clean;
    if (dueOf(charge, context)?.due.amount === amount) return clean;
    const message = `${moneyText({ amount, currency: currency ?? "USD" })} looks like the procedure code ${amount}. If it is one, enter it on a line of its own.`;
    return [{ path: ["charge", "amount"], message }];
  },
};
