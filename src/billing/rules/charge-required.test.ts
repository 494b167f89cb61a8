import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("charge-required", [
  { set: { [`${row}.cpt`]: " " }, says: "block", at: `${row}.cpt` },
  {
    set: { [`${row}.quantity`]: null },
    says: "block",
    at: `${row}.quantity`,
    fixed: { [`${row}.quantity`]: 1 },
  },
  {
    set: { [`${row}.charge`]: { currency: "USD" } },
    says: "block",
    at: `${row}.charge.amount`,
  },
]);
