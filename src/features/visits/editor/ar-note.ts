import type { Totals } from "#room/billing/line-totals.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";

/** Explains why A/R differs from the balance, when it does. */
export function arNote(
  { ar, billed, charges, paid, payments }: Totals,
  currency: string,
): string | undefined {
  if (ar === billed - payments) return undefined;
  const money = (minor: number) => minorMoneyText(minor, currency);
  const unapplied = payments - paid;
  if (unapplied === 0 && charges !== billed) return "A/R includes charges that aren’t billable";
  return unapplied > 0
    ? `${money(unapplied)} in payments isn’t applied to a charge`
    : `Charges show ${money(paid)} paid, payments total ${money(payments)}`;
}
