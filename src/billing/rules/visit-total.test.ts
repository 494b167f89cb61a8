import { line, row, testRule, usd } from "#room/testing/rule-cases.ts";

const charges = "visitCharged.charges";
const payments = "visitCharged.payments";
const hundred = { ...line, charge: usd(100), arAmount: null, paid: null, quantity: 1 };
const paid = (amount: number) => ({ paymentType: "Card", amount: usd(amount) });
const more = "more than what is charged";

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
    tells: more,
  },
  // As much as is charged, for nothing, and on a line whose amount is not known.
  { set: { [charges]: [hundred], [payments]: [paid(100)] }, says: "" },
  { set: { [charges]: [hundred], [payments]: [paid(100.01)] }, says: "warn", tells: `are $0.01 ${more}` },
  { set: { [charges]: [{ ...hundred, charge: usd(0) }], [payments]: [paid(20)] }, says: "" },
  { set: { [charges]: [hundred, { ...hundred, charge: null }], [payments]: [paid(120)] }, says: "" },
  { set: { [charges]: [], [payments]: [paid(20)] }, says: "" },
  // What cannot be added up has no sum to compare with.
  {
    set: {
      [charges]: [hundred, { ...hundred, charge: { currency: "EUR", amount: 50 } }],
      [payments]: [paid(120)],
    },
    says: "",
  },
  ...([-20.01, -20] as const).map((refund) => ({
    set: {
      "visitCharged.payments": [
        { paymentType: "Card", amount: usd(20) },
        { paymentType: "Cash", amount: usd(0) },
        { paymentType: "Refund", amount: usd(refund) },
      ],
    },
    says: refund === -20 ? ("" as const) : ("warn" as const),
    at: "visitCharged.payments[2].amount.amount",
    tells: "Refunds are $0.01 more than what was paid.",
  })),
]);
