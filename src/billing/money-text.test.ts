import { expect, test } from "vitest";
import { minorMoneyText, moneyText, totalText } from "./money-text.ts";

test.each([
  [128, "USD", "$128.00"],
  [1_234_567.5, "usd", "$1,234,567.50"],
  [-1000, "USD", "-$1,000.00"],
  [1234, "JPY", "JPY 1,234"],
  [1234.5678, "CLF", "CLF 1,234.5678"],
  [-0.2, "kwd", "-KWD 0.200"],
  [1234.56, "HUF", "HUF 1,234.56"],
  [1.5, " ", "1.50"],
  [0.001, "USD", "$0.001"],
])("%d %s is written %s", (amount, currency, text) => expect(moneyText({ amount, currency })).toBe(text));

test("minor units are written as money", () => {
  expect([minorMoneyText(123_450, "USD"), minorMoneyText(-5, "USD"), minorMoneyText(1234, "JPY")]).toEqual([
    "$1,234.50",
    "-$0.05",
    "JPY 1,234",
  ]);
});

test("totals are written by currency", () => {
  const amounts = [
    { amount: 0.1, currency: "USD" },
    { amount: 20, currency: "EUR" },
    { amount: 0.2, currency: "USD" },
  ];
  expect(totalText(amounts)).toBe("$0.30 + EUR 20.00");
  expect(totalText([])).toBe("");
});
