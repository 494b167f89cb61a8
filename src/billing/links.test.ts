import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCharge, buildDiagnosis } from "#room/testing/builders.ts";
import {
  chargesLeftBare,
  diagnosisLetter,
  followDiagnosis,
  formatLinks,
  indexOfLetter,
  linksOf,
  parseLinks,
} from "./links.ts";

const visit = Array.from({ length: 5 }, (_, index) => buildDiagnosis(index));
const foreign = buildDiagnosis(9, { icd10DiagCode: "Z99.9" });
const codes = (text: string) => parseLinks(text, visit).indicatedBy.map((row) => row.icd10DiagCode);

test("letters run A to Z, AA, AB, and back", () => {
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
  fc.assert(
    fc.property(fc.nat(18_000), (index) => {
      expect(indexOfLetter(diagnosisLetter(index))).toBe(index);
    }),
  );
});

describe("a link field", () => {
  test.each([
    ["A C", ["J02.9", "R50.9"]],
    ["A,C", ["J02.9", "R50.9"]],
    ["a; c", ["J02.9", "R50.9"]],
    ["AC", ["J02.9", "R50.9"]],
    ["A-C", ["J02.9", "R05.9", "R50.9"]],
    ["A - C", ["J02.9", "R05.9", "R50.9"]],
    ["C-A", ["R50.9", "R05.9", "J02.9"]],
    ["C A", ["R50.9", "J02.9"]],
    ["A A", ["J02.9"]],
    ["R05.9", ["R05.9"]],
    ["r059 A", ["R05.9", "J02.9"]],
    ["", []],
  ])("reads %j as %j", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test("names the words that are no diagnosis of the visit and keeps the others", () => {
    expect(parseLinks("A Q 12 A-Z", visit)).toEqual({ indicatedBy: [visit[0]], unknown: ["Q", "12", "A-Z"] });
  });

  test("keeps a foreign diagnosis as long as its bracketed code stands in the text", () => {
    const before = [visit[1] ?? {}, foreign];
    const text = formatLinks(linksOf({ indicatedBy: before }, visit));
    expect(text).toBe("B [Z99.9]");
    expect(parseLinks(`${text} A`, visit, before).indicatedBy).toEqual([visit[1], foreign, visit[0]]);
    expect(parseLinks("B", visit, before).indicatedBy).toEqual([visit[1]]);
  });

  test("gives back the same objects when it is read unchanged, whatever the charge held", () => {
    fc.assert(
      fc.property(fc.subarray([...visit, foreign]), (rows) => {
        const before = rows.map((row) => ({ ...row, "x-note": 1 }));
        const text = formatLinks(linksOf({ indicatedBy: before }, visit));
        const after = parseLinks(text, visit, before);
        expect(after.unknown).toEqual([]);
        for (const [index, row] of before.entries()) expect(after.indicatedBy[index]).toBe(row);
      }),
    );
  });
});

test("no reorder and no removal of diagnoses moves a link to another diagnosis", () => {
  const order = fc.shuffledSubarray(visit, { minLength: 1 });
  fc.assert(
    fc.property(order, fc.subarray(visit), (after, linked) => {
      for (const { index, diagnosis } of linksOf({ indicatedBy: linked.map((row) => ({ ...row })) }, after))
        if (index === undefined) expect(after).not.toContainEqual(diagnosis);
        else expect(after[index]).toEqual(diagnosis);
    }),
  );
});

test("links follow an edit of their diagnosis and leave the others alone", () => {
  const [first = {}, second = {}] = visit;
  const edited = { ...first, icd10DiagCode: "J02.0" };
  const linked = [first, second];
  expect(followDiagnosis(linked, first, edited)).toEqual([edited, second]);
  expect(followDiagnosis([second], first, edited)).toEqual([second]);
});

test("removing a diagnosis names the charges that would be left bare", () => {
  const charges = [
    buildCharge(0, visit),
    buildCharge(1, visit, { indicatedBy: [] }),
    buildCharge(2, visit, { indicatedBy: visit.slice(0, 2) }),
  ];
  expect(chargesLeftBare(charges, visit, 0)).toEqual([0]);
  expect(chargesLeftBare(charges, visit, 4)).toEqual([]);
});
