import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("line-balance", [
  {
    set: { [`${row}.arAmount.amount`]: 1 },
    says: "warn",
    at: `${row}.arAmount.amount`,
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
]);
