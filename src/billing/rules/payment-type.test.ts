import { testRule } from "#room/testing/rule-cases.ts";

const payment = "visitCharged.payments[0]";

testRule("payment-type", [
  { set: { [`${payment}.paymentType`]: "$25" }, says: "warn", at: `${payment}.paymentType` },
  { set: { [`${payment}.paymentCategory`]: "1,025.50" }, says: "warn", at: `${payment}.paymentCategory` },
  { set: { [`${payment}.paymentType`]: "Check 1234" }, says: "" },
  {
    set: { [`${payment}.paymentType`]: "", [`${payment}.paymentCategory`]: "" },
    says: "note",
    at: `${payment}.paymentType`,
  },
  { set: { [`${payment}.paymentType`]: "" }, says: "" },
]);
