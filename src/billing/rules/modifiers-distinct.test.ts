import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifiers-distinct", [
  { set: { [`${row}.modifier`]: ["59", "RT"] }, says: "" },
  { set: { [`${row}.modifier`]: ["XS", "RT"] }, says: "" },
  { set: { [`${row}.modifier`]: null }, says: "" },
  // Which of the two is meant, only a person knows.
  { set: { [`${row}.modifier`]: ["XS", "XU"] }, says: "warn", at: `${row}.modifier`, tells: "XS and XU say" },
  {
    set: { [`${row}.modifier`]: ["RT", "XU", "59", "95"] },
    says: "warn",
    fixed: { [`${row}.modifier`]: ["RT", "XU", "95"] },
  },
  {
    set: { [`${row}.modifier`]: ["59", "XS"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: { [`${row}.modifier`]: ["XS"] },
  },
]);
