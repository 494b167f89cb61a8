/** A regular expression for trailing zeros restarts at every zero inside: seconds for a large body. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits.endsWith("0", end)) end -= 1;
  return digits.slice(0, end);
}

/** Whether JSON.parse keeps a number literal exactly. Rejects what is not a number. */
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
  // Both as digits without leading or trailing zeros, and the power of ten of the first.
  const power = digits.length - fraction.length - 1 + Number(exponent);
  return written === withoutZerosAtEnd(kept.replace(".", "")) && power === Number(keptExponent);
}
