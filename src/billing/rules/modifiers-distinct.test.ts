import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifiers-distinct", [
  {
    set: { [`${row}.modifier`]: ["59", "XS"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
]);
