import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifier-shape", [
  {
    set: { [`${row}.modifier`]: ["RT", "59", "95", "59"] },
    says: "block",
    fixed: { [`${row}.modifier`]: ["RT", "59", "95"] },
  },
  { set: { [`${row}.modifier`]: ["2"] }, says: "block", at: `${row}.modifier` },
  {
    set: { [`${row}.modifier`]: ["59", "59"] },
    says: "block",
    at: `${row}.modifier`,
    fixed: { [`${row}.modifier`]: ["59"] },
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
    fixed: { [`${row}.modifier`]: ["RT"] },
  },
  { set: { [`${row}.modifier`]: [] }, says: "" },
  { set: { [`${row}.modifier`]: ["591"] }, says: "block" },
  { set: { [`${row}.modifier`]: ["A1", "A2", "A3", "A4"] }, says: "" },
  {
    set: { [`${row}.modifier`]: ["59", "rt", "59"] },
    says: "block",
    tells: "Modifier 59 is on this line twice",
    named: "Keep one 59",
    fixed: { [`${row}.modifier`]: ["59", "RT"] },
  },
  {
    set: { [`${row}.modifier`]: ["59", "rt"] },
    says: "note",
    named: "Capitalize",
    fixed: { [`${row}.modifier`]: ["59", "RT"] },
  },
]);
