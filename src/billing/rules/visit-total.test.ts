import { line, row, testRule } from "#room/testing/rule-cases.ts";

testRule("visit-total", [
  {
    set: { "visitCharged.charges": [{ ...line, billable: false }] },
    says: "warn",
    at: `${row}.billable`,
  },
  {
    set: { "visitCharged.payments[0].amount.amount": 9000 },
    says: "warn",
    at: "visitCharged.payments[0].amount.amount",
  },
]);
