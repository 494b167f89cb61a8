import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("line-balance", [
  {
    set: { [`${row}.arAmount.amount`]: 1 },
    says: "warn",
    at: `${row}.arAmount.amount`,
    tells: "A/R is $1.00, but charge $120.10 less paid $20.00 is $100.10.",
    named: "Set A/R to $100.10",
    fixed: { [`${row}.arAmount`]: { currency: "USD", amount: 100.1 } },
  },
  {
    set: { [`${row}.arAmount`]: null },
    says: "note",
    at: `${row}.arAmount.amount`,
    fixed: { [`${row}.arAmount`]: { currency: "USD", amount: 100.1 } },
  },
  {
    set: { [`${row}.charge.amount`]: 0.3, [`${row}.paid.amount`]: 0.1, [`${row}.arAmount.amount`]: 0.2 },
    says: "",
  },
  // What cannot be added up is told elsewhere.
  { set: { [`${row}.arAmount`]: null, [`${row}.charge`]: null }, says: "" },
  { set: { [`${row}.arAmount`]: null, [`${row}.paid.amount`]: "12x" }, says: "" },
  { set: { [`${row}.arAmount.amount`]: 1, [`${row}.paid.amount`]: "12x" }, says: "" },
]);
