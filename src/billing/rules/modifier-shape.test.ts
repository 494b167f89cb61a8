import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifier-shape", [
  { set: { [`${row}.modifier`]: ["2"] }, says: "block", at: `${row}.modifier` },
  {
    set: { [`${row}.modifier`]: ["59", "59"] },
    says: "block",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    set: { [`${row}.modifier`]: ["A1", "A2", "A3", "A4", "A5"] },
    says: "block",
    at: `${row}.modifier`,
  },
  {
    set: { [`${row}.modifier`]: ["rt"] },
    says: "note",
    at: `${row}.modifier`,
    fixed: true,
  },
]);
