import { row, testRule, usd } from "#room/testing/rule-cases.ts";

testRule("paid-lines", [
  {
    set: { [`${row}.paid.amount`]: 1200, "visitCharged.payments[0].amount.amount": 25 },
    says: "warn",
    at: `${row}.paid.amount`,
    tells: "Charges show $1,200.00 paid, but payments total $25.00.",
  },
  {
    set: { "visitCharged.payments": [] },
    says: "warn",
    at: `${row}.paid.amount`,
    tells: "Charges show $20.00 paid, but no payments are listed.",
  },
  { set: { "visitCharged.payments": null }, says: "warn", tells: "but no payments are listed." },
  {
    set: { [`${row}.paid`]: null, "visitCharged.charges[1].paid": usd(1), "visitCharged.payments": [] },
    says: "warn",
    at: "visitCharged.charges[1].paid.amount",
  },
  // The exact cent, a refund alone, a refund beyond what came back, and what cannot be added.
  { set: { "visitCharged.payments[0].amount.amount": 20 }, says: "" },
  { set: { "visitCharged.payments[0].amount.amount": 19.99 }, says: "warn" },
  { set: { [`${row}.paid`]: null, "visitCharged.payments[0].amount.amount": -5 }, says: "" },
  {
    set: { [`${row}.paid`]: usd(-5), "visitCharged.payments[0].amount.amount": -10 },
    says: "warn",
    at: `${row}.paid.amount`,
  },
  {
    set: { "visitCharged.charges[1].paid": { currency: "EUR", amount: 1 }, "visitCharged.payments": [] },
    says: "",
  },
  { set: { "visitCharged.payments[0].amount.amount": 25 }, says: "" },
]);
