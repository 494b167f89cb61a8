import { line, row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifier-25", [
  { set: { "visitCharged.charges[1].modifier": ["25"] }, says: "warn", fixed: true },
  {
    set: { "visitCharged.charges": [{ ...line, modifier: ["25"] }] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
  { set: { [`${row}.modifier`]: ["25"] }, says: "" },
  {
    set: { "visitCharged.charges[1].cpt": "12001" },
    says: "note",
    at: `${row}.modifier`,
    fixed: true,
  },
]);
