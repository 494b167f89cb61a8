import { minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { formatMoney } from "#room/features/visits/format.ts";

/** "$1,234.50 + €20.00": totals by currency; empty when there is nothing to add. */
export function moneyWords(amounts: readonly Money[]): string {
  const sums = new Map<string, number>();
  for (const { amount, currency } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0) + (minorUnits(amount, currency) ?? 0));
  return [...sums].map(([currency, minor]) => formatMoney(minor, currency)).join(" + ");
}
