import { buildGuid } from "#room/testing/builders.ts";
import { line, testRule } from "#room/testing/rule-cases.ts";

testRule("duplicate-lines", [
  {
    set: {
      "visitCharged.charges": [
        { ...line, modifier: ["RT"] },
        { ...line, modifier: ["RT"] },
      ],
    },
    says: "warn",
    fixed: { "visitCharged.charges[1].modifier": ["RT", "76"] },
  },
  {
    set: { "visitCharged.charges": [line, line] },
    says: "warn",
    at: "visitCharged.charges[1].cpt",
    fixed: { "visitCharged.charges[1].modifier": ["76"] },
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
