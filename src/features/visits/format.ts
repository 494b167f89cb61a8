import { amountOfMinor, currencyDigits } from "#room/contract/primitives/money.ts";
import { formatAmount } from "#room/ui/formats.ts";

/** Integer minor units as the user writes money: "$1,234.50". */
export function formatMoney(minor: number, currency: string): string {
  return formatAmount(amountOfMinor(minor, currency), currency, currencyDigits(currency));
}
