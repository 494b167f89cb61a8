/**
 * A number as people and spreadsheets write it (`$1,234.50`, `1 234.50`, `(12.00)`) in plain digits. Anything else,
 * such as `128,50`, stays as it is, and is then no number.
 */
export function tidyNumber(typed: string): string {
  const text = typed.trim();
  const negative = /^\(.*\)$/.test(text);
  const bare = text.replace(/^\(|\)$/g, "").replaceAll(/[\s$€£¥_]|,(?=\d{3}(?:\D|$))/g, "");
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(bare) ? (negative ? `-${bare}` : bare) : text;
}
