import { testRule } from "#room/testing/rule-cases.ts";

testRule("payment-money", [
  {
    set: { "visitCharged.payments[0].amount.amount": 0.001 },
    says: "block",
    at: "visitCharged.payments[0].amount.amount",
  },
]);
