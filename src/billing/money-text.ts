import { minorText, minorUnits, type Money } from "#room/contract/primitives/money.ts";

/** An amount for display: "$1,128.00", or in another currency "EUR 1,128.00". */
export function moneyText({ amount, currency }: Money): string {
  const units = minorUnits(amount, currency);
  return written(units === undefined ? String(amount) : minorText(units, currency), currency);
}

/** The same for minor units. */
export function minorMoneyText(units: number, currency: string): string {
  return written(minorText(units, currency), currency);
}

/** Totals by currency: "$1,234.50 + EUR 20.00"; empty when there is nothing to add. */
export function totalText(amounts: readonly Money[]): string {
  return minorTotalText(
    amounts.map(({ amount, currency }) => ({ currency, minor: minorUnits(amount, currency) ?? 0 })),
  );
}

/** The same for minor units. */
export function minorTotalText(
  amounts: Iterable<{ readonly minor: number; readonly currency: string }>,
): string {
  const totals = new Map<string, number>();
  for (const { minor, currency } of amounts) totals.set(currency, (totals.get(currency) ?? 0) + minor);
  return [...totals].map(([currency, minor]) => minorMoneyText(minor, currency)).join(" + ");
}

function written(text: string, currency: string): string {
  const grouped = text.replace(/\d(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, "$&,");
  const code = currency.trim().toUpperCase();
  const mark = code === "USD" ? "$" : `${code} `.trimStart();
  return grouped.replace(/^-?/, (sign) => sign + mark);
}
