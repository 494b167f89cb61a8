import { minorText, minorUnits, type Money } from "#room/contract/primitives/money.ts";

/** An amount for display: "$1,128.00", or in another currency "1,128.00 EUR". */
export function moneyText({ amount, currency }: Money): string {
  const units = minorUnits(amount, currency);
  return written(units === undefined ? String(amount) : minorText(units, currency), currency);
}

/** The same for minor units. */
export function minorMoneyText(units: number, currency: string): string {
  return written(minorText(units, currency), currency);
}

function written(text: string, currency: string): string {
  const grouped = text.replace(/\d(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, "$&,");
  const code = currency.toUpperCase();
  return code === "USD" ? grouped.replace(/^-?/, "$&$") : `${grouped} ${code}`;
}
