import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifiers-sides", [
  {
    set: { [`${row}.modifier`]: ["LT", "RT"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    set: { [`${row}.modifier`]: ["50", "LT"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    set: { [`${row}.modifier`]: ["50"], [`${row}.quantity`]: 2 },
    says: "warn",
    at: `${row}.quantity`,
    fixed: true,
  },
]);
