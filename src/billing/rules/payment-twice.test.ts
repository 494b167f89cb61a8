import { buildPayment } from "#room/testing/builders.ts";
import { testRule, usd } from "#room/testing/rule-cases.ts";

const payments = "visitCharged.payments";
const [one, other] = [buildPayment(0), buildPayment(1)];
const again = { ...one, paymentId: `{${one.paymentId?.toUpperCase()}}` };

testRule("payment-twice", [
  {
    set: { [payments]: [one, other, again] },
    says: "warn",
    at: `${payments}[2].paymentId`,
    fixed: { [payments]: [one, other] },
  },
  // Which amount is right?
  { set: { [payments]: [one, { ...again, amount: usd(5) }] }, says: "warn", tells: "payment 1 again" },
  { set: { [payments]: [one, again, again] }, says: "warn", times: 2, fixed: { [payments]: [one, again] } },
  ...["", null, undefined, "0".repeat(32), "cash"].map((paymentId) => ({
    set: {
      [payments]: [
        { ...one, paymentId },
        { ...one, paymentId },
      ],
    },
    says: "" as const,
  })),
]);
