import { testRule } from "#room/testing/rule-cases.ts";

const payment = "visitCharged.payments[0]";

testRule("payment-type", [
  {
    set: { [`${payment}.paymentType`]: "$25" },
    says: "warn",
    at: `${payment}.paymentType`,
    tells: "not a type of",
  },
  {
    set: { [`${payment}.paymentCategory`]: "1,025.50" },
    says: "warn",
    at: `${payment}.paymentCategory`,
    tells: "a category",
  },
  { set: { [`${payment}.paymentType`]: "Check 1234" }, says: "" },
  ...[
    ["", ""],
    ["", "Copay"],
    ["Copay", ""],
    ["Co-insurance", "patient"],
  ].map(([type, category]) => ({
    set: { [`${payment}.paymentType`]: type, [`${payment}.paymentCategory`]: category },
    says: "note" as const,
    at: `${payment}.paymentType`,
  })),
  ...[
    ["Copay", "Cash"],
    ["Check 1234", ""],
    ["", "Adjustment"],
    ["", "Insurance"],
  ].map(([type, category]) => ({
    set: { [`${payment}.paymentType`]: type, [`${payment}.paymentCategory`]: category },
    says: "" as const,
  })),
]);
