import { numberOfText } from "./leaf-text.ts";

/**
 * A number as people and spreadsheets write it (`$1,234.50`, `1 234.50`, `(12.00)`) in plain digits. Anything else,
 * such as `128,50` or `12 50`, stays as it is, and is then no number.
 */
export function tidyNumber(typed: string): string {
  const text = typed.trim();
  const inside = /^\((?!.*-)(.*)\)$/.exec(text)?.[1];
  const bare = (inside ?? text).trim().replaceAll(/\$\s*|\s+(?=\$|$)|[\s,_](?=\d{3}(?:\D|$))/g, "");
  if (!/^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(bare)) return text;
  return inside === undefined ? bare : `-${bare}`;
}

/** True for a text that is nothing but an amount. */
export function isAmount(text: string): boolean {
  return numberOfText(tidyNumber(text)) !== undefined;
}
