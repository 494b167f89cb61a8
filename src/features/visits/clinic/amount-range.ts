import { tidyNumber } from "#room/billing/tidy-number.ts";
import { formatCount } from "#room/ui/formats.ts";

/**
 * The label of an amount range from the address, such as "$100 or more"; without a currency, since each visit has its
 * own.
 */
export function amountWords(amount: string): string {
  const [least = "", most = ""] = amount.split("..");
  if (most === "") return `Amount ${formatCount(Number(least))} or more`;
  if (least === "") return `Amount up to ${formatCount(Number(most))}`;
  return `Amount ${formatCount(Number(least))} to ${formatCount(Number(most))}`;
}

const shape = /^\d{1,9}(\.\d{1,2})?$/;
const fault = "Type an amount like 100 or 99.50.";

/** Parses a range from two typed amounts, either of which may be empty. Returns errors by field. */
export function readAmounts(
  least: string,
  most: string,
): { readonly range: string } | { readonly from?: string; readonly to?: string } {
  const [from, to] = [least, most].map(tidyNumber);
  if (!from && !to) return { from: "Type at least one amount." };
  if (from && !shape.test(from)) return { from: fault };
  if (to && !shape.test(to)) return { to: fault };
  if (from && to && Number(from) > Number(to)) return { to: "This is less than the other amount." };
  return { range: `${from ?? ""}..${to ?? ""}` };
}
