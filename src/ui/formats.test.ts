import { expect, test } from "vitest";
import { formatMoment, formatSize } from "./formats.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [64_000, "64 kB"],
  [999_600, "1.0 MB"],
  [1_300_000, "1.3 MB"],
  [25_000_000, "25 MB"],
  [1_250_000_000, "1.3 GB"],
])("writes %i bytes", (bytes, expected) => {
  expect(formatSize(bytes)).toBe(expected);
});

test("leaves out of a moment what everybody knows", () => {
  const now = new Date(2026, 10, 20, 12);
  expect(formatMoment(new Date(2026, 10, 20, 9, 5), now)).toMatch(/9.05/);
  expect(formatMoment(new Date(2026, 10, 2), now)).not.toContain("2026");
  expect(formatMoment(new Date(2025, 10, 20), now)).toContain("2025");
});

test("writes the time of a moment soon after midnight", () => {
  const late = new Date(2026, 10, 20, 23, 40);
  expect(formatMoment(new Date(2026, 10, 21, 0, 10), late)).toMatch(/(12|0|00).10/);
  expect(formatMoment(new Date(2026, 10, 21, 23, 39), late)).toMatch(/21/);
  expect(formatMoment(late, new Date(2026, 10, 21, 0, 10))).toMatch(/20/);
});
