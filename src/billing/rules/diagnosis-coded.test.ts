import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("diagnosis-coded", [
  {
    set: { [`${dx}[0].icd10DiagCode`]: " " },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
  },
  { set: {}, says: "" },
]);
