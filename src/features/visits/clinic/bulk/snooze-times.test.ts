import { expect, test } from "vitest";
import { laterDay } from "./snooze-times.ts";

test("a day to come needs no year", () => {
  const day = (typed: string, today = "2026-11-22") => laterDay(typed, today).day;
  expect(day("12/1")).toBe("2026-12-01");
  expect(day(" 12-25 ")).toBe("2026-12-25");
  expect(day("11/22")).toBe("2027-11-22");
  expect(day("1/5")).toBe("2027-01-05");
  expect(day("2/29", "2027-12-01")).toBe("2028-02-29");
  expect(day("Tomorrow", "2026-12-31")).toBe("2027-01-01");
  expect(day("2026-12-01")).toBe("2026-12-01");
  expect(day("12/01/2026")).toBe("2026-12-01");
});

test("an invalid or past day says how to write one", () => {
  const fault = (typed: string) => laterDay(typed, "2026-11-22").fault;
  expect(fault(" ")).toBe("Enter a day, for example 12/1.");
  expect(fault("soon")).toBe("Can’t read the date “soon”. Use 10/01/2026.");
  expect(fault("11/1/2026")).toBe("Choose a day after today.");
  expect(fault("today")).toBe("Choose a day after today.");
});
