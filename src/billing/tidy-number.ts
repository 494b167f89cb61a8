import { numberOfText } from "./leaf-text.ts";

/** Thousands, all parted by the same: what else has a comma could be another amount. Two lines are two amounts. */
const grouped = /^-?[1-9]\d{0,2}([^\S\t\r\n\v\f\u2028\u2029]|[,_])\d{3}(?:\1\d{3})*(?:\.\d*)?$/;

/**
 * A number as people and spreadsheets write it (`$1,234.50`, `1 234.50`, `(12.00)`) in plain digits. Anything else,
 * such as `128,50` or `12 50`, stays as it is, and is then no number.
 */
export function tidyNumber(typed: string): string {
  const text = typed.trim();
  // Excel’s accounting format: a zero is a dash, and the dollar sign stands before the parenthesis.
  if (/^\$\s*-$/.test(text)) return "0";
  const inside = /^(?:\$\s*)?\((?!.*-)(.*)\)$/.exec(text)?.[1];
  // One sign, before or after: of two amounts none is meant.
  const written = (inside ?? text).trim().replace(/^(-?)\$\s*|\s*\$$/, "$1");
  const bare = grouped.test(written) ? written.replaceAll(/[\s,_]/g, "") : written;
  if (!/^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(bare)) return text;
  return inside === undefined ? bare : `-${bare}`;
}

/** True for a text that is nothing but an amount. */
export function isAmount(text: string): boolean {
  return numberOfText(tidyNumber(text)) !== undefined;
}
