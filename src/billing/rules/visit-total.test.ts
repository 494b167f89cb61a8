import { line, row, testRule, usd } from "#room/testing/rule-cases.ts";

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
  ...([-20.01, -20] as const).map((refund) => ({
    set: {
      "visitCharged.payments": [
        { paymentType: "Card", amount: usd(20) },
        { paymentType: "Refund", amount: usd(refund) },
      ],
    },
    says: refund === -20 ? ("" as const) : ("warn" as const),
    at: "visitCharged.payments[1].amount.amount",
    tells: "Refunds are $0.01 more than what was paid.",
  })),
]);
