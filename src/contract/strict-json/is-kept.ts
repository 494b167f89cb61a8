/** Whether a number, as it is written, is the number that JSON.parse makes of it. */
export function isKept(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  const match = /^-?(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!match) return true;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const written = digits.replace(/0+$/, "");
  if (written === "") return true;
  const [kept = "", keptExponent = "0"] = Math.abs(value).toExponential().split("e");
  // Both as digits without zeros at their ends, and the power of ten of the first.
  const power = digits.length - fraction.length - 1 + Number(exponent);
  return written === kept.replace(".", "").replace(/0+$/, "") && power === Number(keptExponent);
}
