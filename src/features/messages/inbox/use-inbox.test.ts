import { expect, it } from "vitest";
import { calmPause, FaultRow, nextPause } from "./use-inbox.ts";

it("checks within half a minute, backing off on faults", () => {
  expect(nextPause(0, 0.9)).toBe(25_000);
  expect(nextPause(1, 0.5)).toBe(60_000);
  expect(nextPause(2, 0.5)).toBe(120_000);
  expect(nextPause(60, 1)).toBeLessThanOrEqual(360_000);
});

it("counts consecutive faults, starting over after an answer", () => {
  const row = new FaultRow();
  expect(row.count(0, 0)).toBe(0);
  expect(row.count(0, 2)).toBe(2);
  expect(row.count(1, 2)).toBe(0);
  expect(row.count(1, 3)).toBe(1);
});

it("asks rarely in a large mailbox, or with nobody there", () => {
  expect(calmPause(0, false)).toBe(25_000);
  expect(calmPause(5000, false)).toBe(25_000);
  expect(calmPause(12_000, false)).toBe(75_000);
  expect(calmPause(50_000, false)).toBe(120_000);
  expect(calmPause(10, true)).toBe(120_000);
});
