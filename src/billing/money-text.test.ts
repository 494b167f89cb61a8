import { expect, test } from "vitest";
import { minorMoneyText, moneyText } from "./money-text.ts";

test.each([
  [128, "USD", "$128.00"],
  [1_234_567.5, "usd", "$1,234,567.50"],
  [-1000, "USD", "-$1,000.00"],
  [1234, "JPY", "1,234 JPY"],
  [1234.5678, "CLF", "1,234.5678 CLF"],
  [0.001, "USD", "$0.001"],
])("%d %s is written %s", (amount, currency, text) => expect(moneyText({ amount, currency })).toBe(text));

test("minor units are written as money", () => {
  expect([minorMoneyText(123_450, "USD"), minorMoneyText(-5, "USD"), minorMoneyText(1234, "JPY")]).toEqual([
    "$1,234.50",
    "-$0.05",
    "1,234 JPY",
  ]);
});
