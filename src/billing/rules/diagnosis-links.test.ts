import { expect, test } from "vitest";
import { scrub } from "#room/billing/scrub.ts";
import { buildDiagnosis } from "#room/testing/builders.ts";
import { changedEvent, dx, row, testRule, two } from "#room/testing/rule-cases.ts";

const other = { icd10DiagCode: "Z99.9" };
const many = (count: number) => Array.from({ length: count }, (_, index) => buildDiagnosis(index));

testRule("diagnosis-links", [
  {
    set: { [`${row}.indicatedBy`]: [] },
    says: "block",
    at: `${row}.indicatedBy`,
    tells: "payers don’t pay without one",
    named: "Link J02.9",
    fixed: { [`${row}.indicatedBy`]: [two[0]] },
  },
  {
    set: { [`${row}.indicatedBy`]: null, [dx]: [{ diagCodePk: two[0]?.diagCodePk }] },
    says: "block",
    times: 2,
    named: "Link the first diagnosis",
    fixed: { [`${row}.indicatedBy`]: [{ diagCodePk: two[0]?.diagCodePk }] },
  },
  { set: { [`${row}.indicatedBy`]: [], [dx]: [] }, says: "block", times: 3 },
  {
    set: { [dx]: many(4), [`${row}.indicatedBy`]: many(4) },
    says: "",
  },
  // Twelve are what a visit has at most.
  {
    set: { [dx]: many(11), [`${row}.indicatedBy`]: [two[0], other] },
    says: "block",
    fixed: { [dx]: [...many(11), { ...other, priority: 12 }] },
    orFixed: { [`${row}.indicatedBy`]: [two[0]] },
  },
  {
    set: { [dx]: many(12), [`${row}.indicatedBy`]: [two[0], other] },
    says: "block",
    named: "Unlink Z99.9",
    fixed: { [`${row}.indicatedBy`]: [two[0]] },
  },
  {
    set: { [`${row}.indicatedBy`]: [other, two[0], { icd10DiagCode: "sore thr" }] },
    says: "block",
    tells: "Z99.9, sore thr aren’t diagnoses of this visit.",
    named: "Unlink Z99.9, sore thr",
    fixed: { [`${row}.indicatedBy`]: [two[0]] },
  },
  {
    set: { [`${row}.indicatedBy`]: [{ icd10DiagCode: "99213" }, { icd10DiagCode: "sore thr" }, two[0]] },
    says: "block",
    tells: "99213, sore thr aren’t diagnoses",
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
    tells: "No payer is billed",
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
  expect(found("J1100", "2015-09-01T09:00:00")?.fix?.label).toBe("Add diagnosis J1100");
  expect(found("250.00")?.fix?.label).toBe("Add diagnosis 250.00");
});
