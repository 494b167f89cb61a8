import { line, row, testRule } from "#room/testing/rule-cases.ts";

testRule("modifier-25", [
  {
    set: { "visitCharged.charges[1].modifier": ["59", "25", "RT"] },
    says: "warn",
    fixed: { "visitCharged.charges[1].modifier": ["59", "RT"] },
  },
  {
    set: { "visitCharged.charges[1].cpt": "12001", [`${row}.modifier`]: ["95"] },
    says: "note",
    fixed: { [`${row}.modifier`]: ["25", "95"] },
  },
  {
    set: { "visitCharged.charges[1].modifier": ["25"] },
    says: "warn",
    fixed: { "visitCharged.charges[1].modifier": [] },
  },
  {
    set: { "visitCharged.charges": [{ ...line, modifier: ["25"] }] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: { [`${row}.modifier`]: [] },
  },
  {
    set: { "visitCharged.charges": [{ ...line, modifier: ["25"] }, { cpt: " " }] },
    says: "warn",
    tells: "25 needs another procedure",
    fixed: { [`${row}.modifier`]: [] },
  },
  { set: { [`${row}.modifier`]: ["25"] }, says: "" },
  // A line without a code yet is no line of another kind.
  { set: { "visitCharged.charges[1].modifier": ["25"], "visitCharged.charges[1].cpt": " " }, says: "" },
  {
    set: { "visitCharged.charges[1].cpt": "12001" },
    says: "note",
    at: `${row}.modifier`,
    fixed: { [`${row}.modifier`]: ["25"] },
  },
]);
