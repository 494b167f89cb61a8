import type { Money } from "#room/contract/primitives/money.ts";
import { moneyText } from "./money-text.ts";

/**
 * What is left to do about the payments of a visit that is not billed; empty where nothing is.
 * @param aside follows what was paid, such as ", and is on no deposit slip"
 */
export function paidWords({ amount, currency }: Money, aside = ""): string {
  if (amount === 0) return "";
  const sum = moneyText({ amount: Math.abs(amount), currency });
  return amount > 0
    ? `${sum} was paid on it${aside}: refund it, or charge it on the right visit.`
    : `${sum} more was refunded on it than paid${aside}: check that refund.`;
}
