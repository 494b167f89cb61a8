import { expect, test } from "vitest";
import { amountNamed, codeNamed, dayNamed, invoiceNamed, searchTerms } from "./read-search.ts";

const today = "2026-11-23";

test.each([
  ["Invoice 12", 12],
  ["inv. #12", 12],
  ["invoice no. 12", 12],
  ["#12", 12],
  ["Invoice 12 paid", undefined],
  ["12", undefined],
])("%s names invoice %s", (text, number) => {
  expect(invoiceNamed(text)).toBe(number);
});

test.each([
  ["11/17", "2026-11-17"],
  ["Nov 17", "2026-11-17"],
  ["12/24", "2025-12-24"],
  ["11/17/2024", "2024-11-17"],
  ["1117", undefined],
  ["papers", undefined],
])("%s names the day %s", (text, day) => {
  expect(dayNamed(text, today)).toBe(day);
});

test.each([
  ["1,150.50", { amount: 1150.5, mark: "", isWhole: false }],
  ["CA$20", { amount: 20, mark: "CA$", isWhole: true }],
  ["KWD 1.500", { amount: 1.5, mark: "KWD", isWhole: false }],
  ["mod 25", undefined],
  ["11/17", undefined],
])("%s names the amount %j", (text, named) => {
  expect(amountNamed(text)).toEqual(named);
});

test.each([
  ["99213 Maple", ["99213", "Maple"]],
  ["withheld Invoice 12 11/17", ["withheld", "Invoice 12", "11/17"]],
  ["Nov 17, 2026 harbor", ["Nov 17, 2026", "harbor"]],
  ["$ 150 · maple", ["150", "maple"]],
  ["KWD 1.500 harbor", ["KWD 1.500", "harbor"]],
  ["a1 a2 a3 a4 a5 a6 a7 a8 a9", ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8 a9"]],
  ["  ", []],
  [" % ", ["%"]],
  ["__ …", ["__ …"]],
])("“%s” has the terms %j", (text, terms) => {
  expect(searchTerms(text, today)).toEqual(terms);
});

test.each([
  ["99213", "99213"],
  ["j3490", "J3490"],
  ["J02.9", "J029"],
  ["0241U", "0241U"],
  ["m54", "M54"],
  ["Maple", undefined],
  ["150", undefined],
])("%s names the code %s", (term, code) => {
  expect(codeNamed(term)).toBe(code);
});
