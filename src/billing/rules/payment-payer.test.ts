import { buildGuid } from "#room/testing/builders.ts";
import { line, testRule } from "#room/testing/rule-cases.ts";

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
  { set: { "visitCharged.payments[0].payerId": "Acme" }, says: "" },
  {
    set: {
      "visitCharged.charges": [{ ...line, payerId: null }],
      "visitCharged.payments[0].payerId": buildGuid(5, 42),
    },
    says: "",
  },
]);
