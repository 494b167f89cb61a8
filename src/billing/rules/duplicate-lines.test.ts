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
  ...["76", "91", "xe"].map((repeat) => ({
    set: { "visitCharged.charges": [1, 2].map(() => ({ ...line, modifier: [repeat] })) },
    says: "" as const,
  })),
  {
    set: { "visitCharged.charges": [line, { ...line, providerId: buildGuid(4, 77) }] },
    says: "",
  },
  {
    set: {
      "visitCharged.charges": [
        { ...line, cpt: " a1234", modifier: ["RT", "25"] },
        { ...line, cpt: "A1234 ", modifier: ["25", "RT"] },
      ],
    },
    says: "warn",
    tells: "charge 1: A1234",
    named: "Add 76",
    fixed: { "visitCharged.charges[1].modifier": ["25", "RT", "76"] },
  },
  { set: { "visitCharged.charges": [line, { ...line, modifier: ["RT"] }] }, says: "" },
  { set: { "visitCharged.charges": [1, 2].map(() => ({ ...line, cpt: " " })) }, says: "" },
]);
