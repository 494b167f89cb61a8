import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildDiagnosis } from "#room/testing/builders.ts";
import {
  findDiagnosis,
  isSameDiagnosis,
  diagnosisLetter,
  formatLinks,
  linksOf,
} from "./diagnosis-identity.ts";

const visit = Array.from({ length: 5 }, (_, index) => buildDiagnosis(index));
const foreign = buildDiagnosis(9, { icd10DiagCode: "Z99.9" });

test("letters run A to Z, AA, AB, and on", () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map((index) => diagnosisLetter(index))).toEqual([
    "A",
    "Z",
    "AA",
    "AB",
    "AZ",
    "BA",
    "ZZ",
    "AAA",
  ]);
});

test("links show the visit's letters, a foreign one its code", () => {
  const [first, , third] = visit;
  const indicatedBy = [third ?? {}, foreign, first ?? {}];
  expect(formatLinks(linksOf({ indicatedBy }, visit))).toBe("C [Z99.9] A");
});

test("a link means its diagnosis by code, else by key", () => {
  expect(isSameDiagnosis({ icd10DiagCode: "j029" }, { icd10DiagCode: "J02.9" })).toBe(true);
  expect(isSameDiagnosis({ diagCodePk: "A".repeat(32) }, { diagCodePk: "a".repeat(32) })).toBe(true);
  expect(
    isSameDiagnosis(
      { diagCodePk: "a".repeat(32), icd10DiagCode: "J02.0" },
      { diagCodePk: "a".repeat(32), icd10DiagCode: "J02.9" },
    ),
  ).toBe(false);
  // By the first that both have.
  expect(isSameDiagnosis({ snomed: "1" }, { icd10DiagCode: "J02.9", snomed: "1" })).toBe(true);
  expect(isSameDiagnosis({ icd10DiagCode: "J02.9", snomed: "1" }, { icd10DiagCode: "", snomed: "1" })).toBe(
    true,
  );
  expect(isSameDiagnosis({}, {})).toBe(false);
  const sameKey = (one: string, other: string) => isSameDiagnosis({ diagCodePk: one }, { diagCodePk: other });
  expect(sameKey("0".repeat(32), "0".repeat(32))).toBe(false);
  expect(sameKey(`{${"A".repeat(32)}}`, "a".repeat(32))).toBe(true);
  expect(sameKey(" Key 1", "key 1 ")).toBe(true);
  expect(sameKey("key 1", "key 2")).toBe(false);
});

test("of two rows with one code the linked key wins", () => {
  const twice = [buildDiagnosis(0), buildDiagnosis(1, { icd10DiagCode: "J02.9", snomed: null })];
  expect(findDiagnosis({ icd10DiagCode: "J02.9", diagCodePk: twice[1]?.diagCodePk ?? null }, twice)).toBe(1);
  expect(findDiagnosis({ icd10DiagCode: "J02.9" }, twice)).toBe(0);
});

test("of two rows with one code, the priority", () => {
  const icd10DiagCode = " J02.9 ";
  const twice = [1, 2, 3].map((priority) => ({ icd10DiagCode, priority }));
  expect([2, 9].map((priority) => findDiagnosis({ icd10DiagCode, priority }, twice))).toEqual([1, 0]);
  expect(formatLinks([{ diagnosis: { icd10DiagCode }, index: undefined }])).toBe("[J02.9]");
});

test("no reorder or removal moves a link to another diagnosis", () => {
  const order = fc.shuffledSubarray(visit, { minLength: 1 });
  fc.assert(
    fc.property(order, fc.subarray(visit), (after, linked) => {
      for (const { index, diagnosis } of linksOf({ indicatedBy: linked.map((row) => ({ ...row })) }, after))
        if (index === undefined) expect(after).not.toContainEqual(diagnosis);
        else expect(after[index]).toEqual(diagnosis);
    }),
  );
});
