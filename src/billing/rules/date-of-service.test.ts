import { testRule } from "#room/testing/rule-cases.ts";

testRule("date-of-service", [
  {
    set: { "visitCharged.createdOn": " " },
    says: "warn",
    at: "visitCharged.createdOn",
  },
  { set: {}, says: "" },
]);
