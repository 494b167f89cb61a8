import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("code-set-by-date", [
  {
    set: { [`${dx}[0].icd10DiagCode`]: null, [`${dx}[0].icd9DiagCode`]: "250.00" },
    says: "block",
    at: `${dx}[0].icd10DiagCode`,
  },
  {
    set: { "visitCharged.createdOn": "2015-09-30" },
    says: "block",
    at: `${dx}[0].icd9DiagCode`,
  },
  { set: { "visitCharged.createdOn": "2015-10-01" }, says: "" },
]);
