import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifiers-whole-service", [
  {
    set: { [`${row}.modifier`]: ["26", "TC"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
]);
