import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("diagnosis-twice", [
  {
    set: { [`${dx}[1].icd10DiagCode`]: "j029" },
    says: "block",
    at: `${dx}[1].icd10DiagCode`,
    fixed: true,
  },
]);
