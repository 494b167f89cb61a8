import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("diagnosis-first", [
  {
    set: { [`${dx}[0].icd10DiagCode`]: "W19.XXXA" },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
    fixed: true,
  },
  {
    set: { [`${dx}[0].icd10DiagCode`]: "S93.401S" },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
    fixed: true,
  },
  { set: { [`${dx}[1].icd10DiagCode`]: "W19.XXXA" }, says: "" },
]);
