import { row, testRule, usd } from "#room/testing/rule-cases.ts";

testRule("charge-amount", [
  { set: { [`${row}.charge.amount`]: -1 }, says: "block", at: `${row}.charge.amount` },
  { set: { [`${row}.paid.amount`]: -1 }, says: "block", at: `${row}.paid.amount` },
  {
    set: { [`${row}.charge.amount`]: 40, [`${row}.paid`]: usd(40.01) },
    says: "warn",
    at: `${row}.paid.amount`,
  },
  { set: { [`${row}.charge.amount`]: 40, [`${row}.paid`]: usd(40) }, says: "" },
  { set: { [`${row}.charge.amount`]: 0 }, says: "warn", at: `${row}.charge.amount` },
]);
