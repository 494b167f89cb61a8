import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifiers-whole-service", [
  { set: { [`${row}.modifier`]: ["26", "RT"] }, says: "" },
  { set: { [`${row}.modifier`]: ["TC", "RT"] }, says: "" },
  {
    set: { [`${row}.modifier`]: ["59", "TC", "RT", "26"] },
    says: "warn",
    fixed: { [`${row}.modifier`]: ["59", "RT"] },
  },
  {
    set: { [`${row}.modifier`]: ["26", "TC"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: { [`${row}.modifier`]: [] },
  },
]);
