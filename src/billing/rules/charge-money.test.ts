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
]);
