import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("code-sets-mixed", [
  {
    set: {
      "visitCharged.createdOn": null,
      [`${dx}[1].icd10DiagCode`]: null,
      [`${dx}[1].icd9DiagCode`]: "250.00",
    },
    says: "block",
    at: `${dx}[1].icd9DiagCode`,
  },
  { set: { "visitCharged.createdOn": null }, says: "" },
  { set: { "visitCharged.createdOn": null, [dx]: [{ icd9DiagCode: "250.00" }] }, says: "" },
  { set: { "visitCharged.createdOn": null, [dx]: [{}, { icd9DiagCode: "250.00" }] }, says: "" },
  // A date says which set is right.
  { set: { [`${dx}[1].icd10DiagCode`]: null, [`${dx}[1].icd9DiagCode`]: "250.00" }, says: "" },
]);
