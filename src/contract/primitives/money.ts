import * as z from "zod/mini";
import { rule, text } from "./rule.ts";

/** ISO 4217 currencies whose minor unit is not two digits. */
const digitsByCurrency: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

/** The number of fraction digits of a currency (ISO 4217); 2 when not listed. */
export function currencyDigits(currency: string): number {
  return digitsByCurrency[currency.toUpperCase()] ?? 2;
}

/** The shortest decimal text of a number, without an exponent. */
export function decimalText(amount: number): string {
  const shortest = String(amount);
  const match = /(-?)(\d)(?:\.(\d+))?e(?:\+|(-))(\d+)/.exec(shortest);
  if (!match) return shortest;
  const [, sign = "", head = "", tail = "", below, exponent] = match;
  const digits = head + tail;
  // Numbers have no exponent below 21, and at most 17 digits.
  if (below === undefined) return sign + digits.padEnd(Number(exponent) + 1, "0");
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${digits}`;
}

/**
 * Converts an amount in major units to whole minor units, exactly. A product is accepted only when dividing
 * gives the amount back; otherwise the decimal text is used. Undefined when the amount is not finite, has
 * more digits than the currency, or exceeds 2^53 minor units.
 */
export function minorUnits(amount: number, currency: string): number | undefined {
  const digits = currencyDigits(currency);
  // Each decimal of up to 15 digits has its own double, so a result that divides back is exact.
  const near = Math.round(amount * 10 ** digits);
  if (near !== 0 && Math.abs(near) < 1e15 && near / 10 ** digits === amount) return near;
  const [whole = "0", fraction = ""] = decimalText(amount).split(".");
  if (fraction.length > digits) return undefined;
  const units = Number(whole + fraction.padEnd(digits, "0"));
  return Number.isSafeInteger(units) ? units : undefined;
}

/** The amount in major units, as the wire carries it. */
export function amountOfMinor(units: number, currency: string): number {
  return Number(minorText(units, currency));
}

export function moneyOfMinor(units: number, currency: string): Money {
  return { currency, amount: amountOfMinor(units, currency) };
}

/** Decimal text of minor units with all digits of the currency: 12010 in USD gives "120.10". */
export function minorText(units: number, currency: string): string {
  const digits = currencyDigits(currency);
  const sign = units < 0 ? "-" : "";
  const padded = String(Math.abs(units)).padStart(digits + 1, "0");
  return digits === 0 ? sign + padded : `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

const currencyCode = text(1000).check(
  rule((value) => /^[A-Za-z]{3}$/.test(value), {
    code: "RegularExpression",
    message: "must be a currency code, as USD",
  }),
);

/** An amount of money as the wire carries it: the amount in major units, a JSON number. */
export const money = z.looseObject({ currency: currencyCode, amount: z.number() }).check(
  z.refine((value) => minorUnits(value.amount, value.currency) !== undefined, {
    error: "must have no more digits than its currency",
    params: { code: "ScalePrecision" },
    path: ["amount"],
  }),
);
export type Money = z.output<typeof money>;
