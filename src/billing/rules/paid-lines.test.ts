import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("paid-lines", [
  {
    set: { [`${row}.paid.amount`]: 1200, "visitCharged.payments[0].amount.amount": 25 },
    says: "warn",
    at: `${row}.paid.amount`,
  },
  { set: { "visitCharged.payments": [] }, says: "warn", at: `${row}.paid.amount` },
  { set: { "visitCharged.payments[0].amount.amount": 25 }, says: "" },
]);
