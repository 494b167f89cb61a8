import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("icd9-shape", [
  {
    set: { [`${dx}[0].icd9DiagCode`]: "25" },
    says: "block",
    at: `${dx}[0].icd9DiagCode`,
  },
  {
    set: { [`${dx}[0].icd9DiagCode`]: "E8120" },
    says: "note",
    at: `${dx}[0].icd9DiagCode`,
    fixed: { [`${dx}[0].icd9DiagCode`]: "E812.0" },
  },
  ...["250.00", "V70.0", "E812.0", "486"].map(
    (code) => ({ set: { [`${dx}[0].icd9DiagCode`]: code }, says: "" }) as const,
  ),
]);
