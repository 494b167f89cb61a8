import { testRule } from "#room/testing/rule-cases.ts";

testRule("payment-guids", [
  {
    set: { "visitCharged.payments[0].paymentId": "x" },
    says: "block",
    at: "visitCharged.payments[0].paymentId",
  },
]);
