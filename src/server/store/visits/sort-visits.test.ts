import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import { compareKeys, needOf } from "./sort-visits.ts";
import type { SortKey } from "./visit-types.ts";

const days = new ClinicDays("America/New_York");
const need = (at: string, amount: number) =>
  needOf({ first_received_at: Date.parse(at), amount_minor: amount }, days);

test("by need the older day comes first, then more money", () => {
  const inOrder = [
    need("2026-11-02T04:59:59Z", 0),
    need("2026-11-02T05:00:00Z", 5e11),
    need("2026-11-03T04:59:59Z", 99_999_999_998),
    need("2026-11-02T05:00:00Z", 200),
    need("2026-11-03T04:59:59Z", 199),
    need("2026-11-02T05:00:00Z", 0),
    need("2026-11-03T05:00:00Z", 5e11),
  ];
  expect(inOrder.toSorted((a, b) => a - b)).toEqual(inOrder);
  expect(new Set(inOrder).size).toBe(inOrder.length);
  expect(inOrder.every(Number.isSafeInteger)).toBe(true);
  expect(need("2026-11-02T05:00:00Z", -5)).toBe(need("2026-11-02T05:00:00Z", 0));
  expect(need("2026-11-02T05:00:00Z", 5e11)).toBe(need("2026-11-02T05:00:00Z", 1e11));
});

test.each([
  ["numbers", [9, "b"], [10, "a"]],
  ["texts", ["ab", "b"], ["b", "a"]],
  ["texts, as the databases do", ["！", "a"], ["😀", "a"]],
  ["ids where these are the same", [9, "a"], [9, "b"]],
] as const)("keys compare by %s, downward the other way round", (_, first, second) => {
  expect(compareKeys(first, second, { isDescending: false })).toBe(-1);
  expect(compareKeys(second, first, { isDescending: false })).toBe(1);
  expect(compareKeys(first, second, { isDescending: true })).toBe(1);
  expect(compareKeys(second, first, { isDescending: true })).toBe(-1);
});

test("a key is as far as itself", () => {
  const anyKey = fc.tuple(fc.oneof(fc.integer(), fc.string()), fc.string());
  fc.assert(
    fc.property(anyKey, fc.boolean(), (key: SortKey, isDescending) => {
      expect(Math.abs(compareKeys(key, [...key], { isDescending }))).toBe(0);
    }),
  );
});
