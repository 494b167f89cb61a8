import { expect, test } from "vitest";
import { scrub } from "#room/billing/scrub.ts";
import { buildDiagnosis } from "#room/testing/builders.ts";
import { changedEvent, dx, row, testRule, two } from "#room/testing/rule-cases.ts";

testRule("diagnosis-links", [
  {
    set: { [`${row}.indicatedBy`]: [] },
    says: "block",
    at: `${row}.indicatedBy`,
    fixed: { [`${row}.indicatedBy`]: [two[0]] },
  },
  {
    set: { [`${row}.indicatedBy`]: [two[0], { icd10DiagCode: "Z99.9" }] },
    says: "block",
    at: `${row}.indicatedBy`,
    fixed: { [dx]: [...two, { icd10DiagCode: "Z99.9", priority: 3 }] },
    orFixed: { [`${row}.indicatedBy`]: [two[0]] },
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
    fixed: { [`${row}.indicatedBy`]: [two[0]] },
  },
  {
    set: { [`${row}.indicatedBy`]: [two[0], { icd10DiagCode: "Z99.9" }], [`${row}.billtoPayer`]: null },
    says: "warn",
    fixed: { [dx]: [...two, { icd10DiagCode: "Z99.9", priority: 3 }] },
    orFixed: { [`${row}.indicatedBy`]: [two[0]] },
  },
]);

test("words without a code are not offered as diagnosis", () => {
  const set = { [`${row}.indicatedBy`]: [two[0], { icd10DiagCode: "sore thr" }] };
  const found = scrub(changedEvent(set)).find(({ ruleId }) => ruleId === "diagnosis-links");
  expect(found?.message).toBe("sore thr isn’t a diagnosis of this visit.");
  expect(found?.fix?.label).toBe("Unlink sore thr");
  expect(found?.otherFix).toBeUndefined();
});

test("a procedure code is told, never offered as a diagnosis", () => {
  const found = (code: string, createdOn = "2026-11-03T09:00:00") => {
    const set = {
      "visitCharged.createdOn": createdOn,
      [`${row}.indicatedBy`]: [two[0], { icd10DiagCode: code }],
    };
    return scrub(changedEvent(set)).find(({ ruleId }) => ruleId === "diagnosis-links");
  };
  expect(found("99213")?.message).toBe("99213 is a procedure code, not a diagnosis.");
  expect(found("99213")?.fix?.label).toBe("Unlink 99213");
  expect(found("99213")?.otherFix).toBeUndefined();
  expect(found("0001F")?.fix?.label).toBe("Unlink 0001F");
  // What is both, or was one while ICD-9 was in use, can be added.
  expect(found("J1100")?.fix?.label).toBe("Add diagnosis J1100");
  expect(found("25000", "2015-09-01T09:00:00")?.fix?.label).toBe("Add diagnosis 25000");
});
