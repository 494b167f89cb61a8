import { dx, testRule, two } from "#room/testing/rule-cases.ts";

testRule("diagnosis-twice", [
  {
    set: { [`${dx}[1].icd10DiagCode`]: "j029" },
    says: "block",
    at: `${dx}[1].icd10DiagCode`,
    fixed: { [dx]: [two[0]] },
  },
]);
