import { expect, it } from "vitest";
import { FaultRow, nextPause } from "./poll-pause.ts";

it("checks every half minute, backing off on faults", () => {
  expect(nextPause(0, 0.9)).toBe(30_000);
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
