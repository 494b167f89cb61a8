import { dx, testRule } from "#room/testing/rule-cases.ts";

testRule("icd10-shape", [
  ...["AB", "1A0.0", "E11.92345", "EEE", "S93.40XX"].map(
    (code) =>
      ({
        set: { [`${dx}[0].icd10DiagCode`]: code },
        says: "block",
        at: `${dx}[0].icd10DiagCode`,
      }) as const,
  ),
  { set: { [`${dx}[0].icd10DiagCode`]: "AB" }, says: "block", tells: "isn’t a valid ICD-10-CM code" },
  // A procedure code by its shape, and a diagnosis: it is one here.
  { set: { [`${dx}[0].icd10DiagCode`]: "J11.00" }, says: "" },
  ...[null, " "].map((code) => ({ set: { [`${dx}[0].icd10DiagCode`]: code }, says: "" }) as const),
  {
    set: { [`${dx}[0].icd10DiagCode`]: "i10" },
    says: "note",
    fixed: { [`${dx}[0].icd10DiagCode`]: "I10" },
  },
  ...["U07.1", "QA0.0109", "C4A.0", "Z3A.20", "I10", "S93.401A", "W19.XXXA"].map(
    (code) => ({ set: { [`${dx}[0].icd10DiagCode`]: code }, says: "" }) as const,
  ),
  {
    set: { [`${dx}[0].icd10DiagCode`]: "e119" },
    says: "note",
    at: `${dx}[0].icd10DiagCode`,
    fixed: { [`${dx}[0].icd10DiagCode`]: "E11.9" },
  },
  { set: { [`${dx}[0].icd10DiagCode`]: "99213" }, says: "block", tells: "99213 is a procedure code" },
  { set: { [`${dx}[0].icd10DiagCode`]: "S93.4XX" }, says: "" },
  { set: { [`${dx}[0].icd10DiagCode`]: "S93.40XA" }, says: "" },
  { set: { [`${dx}[0].icd10DiagCode`]: "S93.401X" }, says: "" },
]);
