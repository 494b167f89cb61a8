/** A pattern for zeros at the end would begin anew at each zero in the middle: seconds for a body of them. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits.endsWith("0", end)) end -= 1;
  return digits.slice(0, end);
}

/** Whether a number, as it is written, is the number that JSON.parse makes of it. What is no number is refused by that. */
export function isKept(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return Number.isNaN(value);
  const match = /^-?(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!match) return true;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const written = withoutZerosAtEnd(digits);
  if (written === "") return true;
  const [kept = "", keptExponent = "0"] = Math.abs(value).toExponential().split("e");
  // Both as digits without zeros at their ends, and the power of ten of the first.
  const power = digits.length - fraction.length - 1 + Number(exponent);
  return written === withoutZerosAtEnd(kept.replace(".", "")) && power === Number(keptExponent);
}
