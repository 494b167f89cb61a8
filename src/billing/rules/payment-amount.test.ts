import { testRule } from "#room/testing/rule-cases.ts";

testRule("payment-amount", [
  {
    set: { "visitCharged.payments[0].amount.amount": -5 },
    says: "warn",
    at: "visitCharged.payments[0].amount.amount",
    fixed: { "visitCharged.payments[0].paymentCategory": "Refund" },
  },
  {
    set: {
      "visitCharged.payments[0].amount.amount": -5,
      "visitCharged.payments[0].paymentType": "Card refund",
    },
    says: "",
  },
  ...["Reversal", "Reversed", "Chargeback", "Void", "Adjustment", "Write-off"].map((paymentCategory) => ({
    set: {
      "visitCharged.payments[0].amount.amount": -5,
      "visitCharged.payments[0].paymentCategory": paymentCategory,
    },
    says: "" as const,
  })),
  { set: { "visitCharged.payments[0].amount.amount": 0 }, says: "" },
  { set: { "visitCharged.payments[0].amount.amount": "x" }, says: "" },
  { set: { "visitCharged.payments[0].amount": null }, says: "warn", tells: "has no amount" },
]);
