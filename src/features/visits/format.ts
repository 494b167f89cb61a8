import { amountOfMinor } from "#room/contract/primitives/money.ts";
import { formatAmount } from "#room/ui/formats.ts";

/** Whole minor units in the reader's way of writing money: "$1,234.50". */
export function formatMoney(minor: number, currency: string): string {
  return formatAmount(amountOfMinor(minor, currency), currency);
}
