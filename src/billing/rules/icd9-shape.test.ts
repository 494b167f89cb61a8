import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("icd9-shape", [
  {
    set: { [`${dx}[0].icd9DiagCode`]: "25" },
    says: "block",
    at: `${dx}[0].icd9DiagCode`,
  },
  ...["250.000", "V7", "V70.000", "E81", "E812.00", "A12", "12E4", "48V70"].map(
    (code) => ({ set: { [`${dx}[0].icd9DiagCode`]: code }, says: "block" }) as const,
  ),
  ...[5, null, " ", "E812", "V70", "V70.01"].map(
    (code) => ({ set: { [`${dx}[0].icd9DiagCode`]: code }, says: "" }) as const,
  ),
  {
    set: { [`${dx}[0].icd9DiagCode`]: "25000" },
    says: "note",
    fixed: { [`${dx}[0].icd9DiagCode`]: "250.00" },
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
