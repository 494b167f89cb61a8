import { expect, test } from "vitest";
import { moneyResults } from "./money-results.ts";
import { row, testRule, usd } from "#room/testing/rule-cases.ts";

testRule("charge-money", [
  {
    set: { [`${row}.charge`]: usd(1.005) },
    says: "block",
    at: `${row}.charge.amount`,
  },
  {
    set: { [`${row}.charge`]: usd("12x") },
    says: "block",
    at: `${row}.charge.amount`,
  },
  {
    set: { [`${row}.paid.currency`]: "EUR" },
    says: "block",
    at: `${row}.paid.currency`,
    fixed: { [`${row}.paid.currency`]: "USD" },
  },
  {
    set: { [`${row}.paid.currency`]: "" },
    says: "block",
    at: `${row}.paid.currency`,
    fixed: { [`${row}.paid.currency`]: "USD" },
  },
  {
    set: { [`${row}.charge`]: usd(1.005) },
    says: "block",
    tells: "3 decimals; USD amounts have up to 2 decimals",
  },
  { set: { [`${row}.charge`]: usd(1e15) }, says: "block", tells: "is too large to bill" },
  { set: { [`${row}.paid`]: { currency: "", amount: "" } }, says: "" },
  { set: { [`${row}.paid`]: { currency: " usd ", amount: 1 } }, says: "" },
  {
    set: { [`${row}.paid.currency`]: "USDX" },
    says: "block",
    tells: "three letters",
    fixed: { [`${row}.paid.currency`]: "USD" },
  },
]);

test("an amount is told by the digits of its currency", () => {
  const told = (amount: number, currency: string) =>
    moneyResults({ amount, currency }, "charge", currency).map(({ message }) => message);
  expect(told(1.5, "JPY")).toEqual(["1.5 has 1 decimal; JPY amounts have no decimals."]);
  expect(told(1, "JPY")).toEqual([]);
});

test("a currency is offered only if the visit has one", () => {
  const fixOf = (currency: string, visit?: string) =>
    moneyResults({ amount: 1, currency }, "charge", visit)[0]?.fix?.edits;
  expect(fixOf("", "USD")).toEqual([{ kind: "set", path: ["charge", "currency"], value: "USD" }]);
  for (const none of [undefined, "USDX", "XUSD1", "U"]) expect(fixOf("", none)).toBeUndefined();
  expect(moneyResults({ amount: 1, currency: "XUSD" }, "charge", undefined)).toHaveLength(1);
  expect(moneyResults({ amount: 1, currency: "EUR" }, "charge", undefined)).toEqual([]);
});
