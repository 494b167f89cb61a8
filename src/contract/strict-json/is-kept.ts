/** A regular expression for trailing zeros restarts at every zero inside: seconds for a large body. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits.endsWith("0", end)) end -= 1;
  return digits.slice(0, end);
}

/** As many digits as toPrecision writes. */
const maxDigits = 100;

/** A decimal as its digits, without zeros at their ends, and the power of ten of the first. */
interface Decimal {
  readonly digits: string;
  readonly power: number;
  /** How many digits were written, without the zeros before them. */
  readonly written: number;
}

function decimalOf(literal: string): Decimal | undefined {
  const match = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  return {
    digits: withoutZerosAtEnd(digits),
    power: digits.length - fraction.length - 1 + Number(exponent),
    written: digits.length,
  };
}

function isSame(left: Decimal, text: string): boolean {
  const right = decimalOf(text);
  return left.digits === right?.digits && left.power === right.power;
}

/**
 * Whether JSON.parse keeps the meaning of a number literal: the same decimal (`115.00`, `1E+2`), or the digits of the parsed
 * double itself, rounded to as many digits as were written (C's `%.17g` writes 0.1 as 0.10000000000000001). Anything else
 * would be rounded. What is not a number of JSON is left to its parser.
 */
export function isKept(literal: string): boolean {
  const decimal = decimalOf(literal);
  if (!decimal || decimal.digits === "") return true;
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  const size = Math.abs(value);
  if (isSame(decimal, size.toExponential())) return true;
  return decimal.written <= maxDigits && isSame(decimal, size.toPrecision(decimal.written));
}
