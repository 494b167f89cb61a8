import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOfMinor, currencyDigits, decimalText, minorText, minorUnits, money } from "./money.ts";
import { InexactAmount, isTooLarge, MixedCurrencies, sumMoney } from "./sum-money.ts";

const currencies = fc.constantFrom("USD", "EUR", "JPY", "KWD", "CLF");

/** Exact decimal arithmetic computed independently: big integers over the decimal text. */
function exactMinor(text: string, digits: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  const sign = whole.startsWith("-") ? -1n : 1n;
  return sign * BigInt(whole.replace("-", "") + fraction.padEnd(digits, "0"));
}

describe("minorUnits", () => {
  test.each([
    [8.2, "USD", 820],
    [1.005, "KWD", 1005],
    [0.07, "USD", 7],
    [-4.35, "USD", -435],
    [1e21, "JPY", undefined],
    [1e-7, "USD", undefined],
    [12.345, "USD", undefined],
    [120.5, "JPY", undefined],
    [120.5, "jpy", undefined],
    [45_035_996_273_704.97, "USD", 4_503_599_627_370_497],
    [45_035_996_273_704.5, "USD", 4_503_599_627_370_450],
    [90_071_992_547_409.92, "USD", undefined],
    [-90_071_992_547_409.92, "USD", undefined],
    [Number.NaN, "USD", undefined],
    [Number.POSITIVE_INFINITY, "USD", undefined],
  ])("%d %s has %s minor units", (amount, currency, units) => {
    expect(minorUnits(amount, currency)).toBe(units);
  });

  test("a negative zero is a plain zero", () => {
    expect(Object.is(minorUnits(-0, "USD"), 0)).toBe(true);
  });

  test("any amount a person writes comes back exactly", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
        currencies,
        (units, currency) => {
          expect(minorUnits(amountOfMinor(units, currency), currency)).toBe(units === 0 ? 0 : units);
        },
      ),
    );
  });
});

test("sums equal exact decimal arithmetic for any list of amounts", () => {
  fc.assert(
    fc.property(
      currencies,
      fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), { maxLength: 200 }),
      (currency, list) => {
        const texts = list.map((units) => minorText(units, currency));
        const exact = texts.reduce((sum, text) => sum + exactMinor(text, currencyDigits(currency)), 0n);
        const sum = sumMoney(texts.map((text) => ({ currency, amount: Number(text) })));
        expect(BigInt(sum.minor)).toBe(exact);
      },
    ),
  );
});

test("amounts of two currencies are refused, ignoring case", () => {
  expect(() =>
    sumMoney([
      { currency: "USD", amount: 1 },
      { currency: "EUR", amount: 1 },
    ]),
  ).toThrow(new MixedCurrencies(["USD", "EUR"]));
  expect(
    sumMoney([
      { currency: "usd", amount: 1 },
      { currency: "USD", amount: 1 },
    ]),
  ).toEqual({ currency: "USD", minor: 200 });
});

test("too many digits are refused, in sums and schema", () => {
  expect(() => sumMoney([{ currency: "USD", amount: 0.001 }])).toThrow(InexactAmount);
  expect(money.safeParse({ currency: "USD", amount: 0.001 }).success).toBe(false);
  for (const currency of ["US", "USDX", "1USD"])
    expect(money.safeParse({ currency, amount: 1 }).success).toBe(false);
  expect(money.safeParse({ currency: "USD", amount: 12.1 }).success).toBe(true);
});

test("a sum beyond the safe integers is refused", () => {
  const huge = { currency: "JPY", amount: Number.MAX_SAFE_INTEGER };
  expect(() => sumMoney([huge, huge])).toThrow(InexactAmount);
});

test.each([
  [12_010, "USD", "120.10"],
  [0, "USD", "0.00"],
  [-5, "USD", "-0.05"],
  [-7, "JPY", "-7"],
  [0, "JPY", "0"],
])("%d minor units of %s are written %s", (units, currency, text) => {
  expect(minorText(units, currency)).toBe(text);
});

test("a visit comes to less than a billion, without signs", () => {
  const usd = (amount: number) => ({ currency: "USD", amount });
  expect(isTooLarge([usd(999_999_999.99)])).toBe(false);
  expect(isTooLarge([usd(999_999_999.99), usd(0.01)])).toBe(true);
  expect(isTooLarge([usd(-999_999_999.99), usd(-0.01)])).toBe(true);
  expect(isTooLarge([usd(0.001)])).toBe(true);
});

test("decimal text has no exponent", () => {
  expect(decimalText(1e21)).toBe("1000000000000000000000");
  expect(decimalText(1.25e-7)).toBe("0.000000125");
  expect(decimalText(-1.5e22)).toBe("-15000000000000000000000");
  expect(decimalText(12.5)).toBe("12.5");
  expect(decimalText(-4e-7)).toBe("-0.0000004");
});
