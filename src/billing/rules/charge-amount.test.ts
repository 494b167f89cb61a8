import { row, testRule, usd } from "#room/testing/rule-cases.ts";

testRule("charge-amount", [
  {
    set: { [`${row}.charge.amount`]: -1 },
    says: "block",
    at: `${row}.charge.amount`,
    tells: "A charge can’t be less than 0",
  },
  {
    set: { [`${row}.paid.amount`]: -1 },
    says: "block",
    at: `${row}.paid.amount`,
    tells: "Enter a refund as a payment",
  },
  // What is wrong is the charge, not what was paid.
  { set: { [`${row}.charge`]: usd(-1), [`${row}.paid`]: usd(0) }, says: "block", at: `${row}.charge.amount` },
  { set: { [`${row}.charge`]: usd(0), [`${row}.paid`]: usd(0) }, says: "warn", at: `${row}.charge.amount` },
  { set: { [`${row}.charge`]: null, [`${row}.paid`]: null }, says: "" },
  {
    set: { [`${row}.charge.amount`]: 40, [`${row}.paid`]: usd(40.01) },
    says: "warn",
    at: `${row}.paid.amount`,
  },
  { set: { [`${row}.charge.amount`]: 40, [`${row}.paid`]: usd(40) }, says: "" },
  { set: { [`${row}.charge.amount`]: 0 }, says: "warn", times: 2, at: `${row}.charge.amount` },
]);
