import { buildDiagnosis } from "#room/testing/builders.ts";
import { dx, row, testRule, two } from "#room/testing/rule-cases.ts";

testRule("diagnosis-links", [
  {
    set: { [`${row}.indicatedBy`]: [] },
    says: "block",
    at: `${row}.indicatedBy`,
    fixed: true,
  },
  {
    set: { [`${row}.indicatedBy`]: [two[0], { icd10DiagCode: "Z99.9" }] },
    says: "block",
    at: `${row}.indicatedBy`,
    fixed: true,
  },
  {
    set: {
      [dx]: Array.from({ length: 5 }, (_, index) => buildDiagnosis(index)),
      [`${row}.indicatedBy`]: Array.from({ length: 5 }, (_, index) => buildDiagnosis(index)),
    },
    says: "warn",
    at: `${row}.indicatedBy`,
  },
  {
    set: { [`${row}.indicatedBy`]: [], [`${row}.billtoPayer`]: false },
    says: "warn",
    at: `${row}.indicatedBy`,
    fixed: true,
  },
  {
    set: { [`${row}.indicatedBy`]: [two[0], { icd10DiagCode: "Z99.9" }], [`${row}.billtoPayer`]: null },
    says: "warn",
    fixed: true,
  },
]);
