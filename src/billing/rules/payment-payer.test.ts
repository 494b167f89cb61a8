import { buildGuid } from "#room/testing/builders.ts";
import { line, testRule } from "#room/testing/rule-cases.ts";

const noGuid = "0".repeat(32);

testRule("payment-payer", [
  {
    set: { "visitCharged.payments[0].payerId": buildGuid(5, 42) },
    says: "warn",
    at: "visitCharged.payments[0].payerId",
  },
  // One payer of all charges is offered; of several, none.
  {
    set: {
      "visitCharged.charges": [{ ...line, payerId: buildGuid(5, 1) }],
      "visitCharged.payments[0].payerId": buildGuid(5, 42),
    },
    says: "warn",
    at: "visitCharged.payments[0].payerId",
    fixed: { "visitCharged.payments[0].payerId": buildGuid(5, 1) },
  },
  ...["Acme", "", null, noGuid].map((payerId) => ({
    set: { "visitCharged.payments[0].payerId": payerId },
    says: "" as const,
  })),
  {
    set: {
      "visitCharged.charges": [{ ...line, payerId: buildGuid(5, 42).toUpperCase() }],
      "visitCharged.payments[0].payerId": buildGuid(5, 42),
    },
    says: "",
  },
  ...[null, "", noGuid].map((payerId) => ({
    set: {
      "visitCharged.charges": [{ ...line, payerId }],
      "visitCharged.payments[0].payerId": buildGuid(5, 42),
    },
    says: "" as const,
  })),
]);
