import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifiers-sides", [
  { set: { [`${row}.modifier`]: ["LT", "59"] }, says: "" },
  { set: { [`${row}.modifier`]: ["50"], [`${row}.quantity`]: 1 }, says: "" },
  {
    set: { [`${row}.modifier`]: ["59", "LT", "RT"] },
    says: "warn",
    fixed: { [`${row}.modifier`]: ["59", "50"] },
  },
  {
    set: { [`${row}.modifier`]: ["LT", "RT"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: { [`${row}.modifier`]: ["50"] },
  },
  {
    set: { [`${row}.modifier`]: ["50", "LT"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: { [`${row}.modifier`]: ["50"] },
  },
  {
    set: { [`${row}.modifier`]: ["RT", "50"] },
    says: "warn",
    fixed: { [`${row}.modifier`]: ["50"] },
  },
  {
    set: { [`${row}.modifier`]: ["50"], [`${row}.quantity`]: 2 },
    says: "warn",
    at: `${row}.quantity`,
    fixed: { [`${row}.quantity`]: 1 },
  },
]);
