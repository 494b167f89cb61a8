import { currencyDigits } from "#room/contract/primitives/money.ts";
import type { Range } from "./read-filter.ts";

/** Converts bounds in major units (both inclusive) to whole minor units of a currency. */
export function minorBounds(
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Range<number>,
  currency: string,
): { readonly from: number; readonly to: number } {
  const scale = 10 ** currencyDigits(currency);
  let least = Math.ceil(from * scale);
  // Rounds as a division does, not as a product.
  while (Number.isSafeInteger(least) && (least - 1) / scale >= from) least -= 1;
  while (Number.isSafeInteger(least) && least / scale < from) least += 1;
  let most = Math.floor(to * scale);
  while (Number.isSafeInteger(most) && (most + 1) / scale <= to) most += 1;
  while (Number.isSafeInteger(most) && most / scale > to) most -= 1;
  return { from: least, to: most };
}
