import { buildGuid } from "#room/testing/builders.ts";
import { testRule } from "#room/testing/rule-cases.ts";

testRule("payment-payer", [
  {
    set: { "visitCharged.payments[0].payerId": buildGuid(5, 42) },
    says: "warn",
    at: "visitCharged.payments[0].payerId",
  },
]);
