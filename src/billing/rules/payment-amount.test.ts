import { testRule } from "#room/testing/rule-cases.ts";

testRule("payment-amount", [
  {
    set: { "visitCharged.payments[0].amount.amount": -5 },
    says: "warn",
    at: "visitCharged.payments[0].amount.amount",
    fixed: true,
  },
  {
    set: {
      "visitCharged.payments[0].amount.amount": -5,
      "visitCharged.payments[0].paymentType": "Card refund",
    },
    says: "",
  },
]);
