import { expect, test } from "vitest";
import { showDateAndTime } from "#room/billing/show-date.ts";
import { usualLogTime } from "./usual-text.ts";

const wire = "2026-11-02T09:01:30.1234567";
const usual = (typed: string, before = wire) => usualLogTime(typed, before, "2026-11-22");

test("a log's time is shown readably, kept exactly", () => {
  expect(showDateAndTime(wire)).toBe("11/02/2026 9:01 AM");
  expect(usual(showDateAndTime(wire))).toBe(wire);
  expect(usual("2026-11-02T10:00:00.0000000")).toBe("2026-11-02T10:00:00.0000000");
  expect(usual("11/3/26 2:15 pm")).toBe("2026-11-03T14:15:00.0000000");
  expect(usual("11/3")).toBe("2026-11-03T00:00:00.0000000");
  expect(usual("soon")).toBe("soon");
  expect(showDateAndTime("soon")).toBe("soon");
  expect(usual("", wire)).toBe("");
});
