import { buildGuid } from "#room/testing/builders.ts";
import { line, testRule } from "#room/testing/rule-cases.ts";

testRule("duplicate-lines", [
  {
    set: { "visitCharged.charges": [line, line] },
    says: "warn",
    at: "visitCharged.charges[1].cpt",
    fixed: true,
  },
  {
    set: { "visitCharged.charges": [line, { ...line, modifier: ["59"] }] },
    says: "",
  },
  {
    set: { "visitCharged.charges": [line, { ...line, providerId: buildGuid(4, 77) }] },
    says: "",
  },
]);
