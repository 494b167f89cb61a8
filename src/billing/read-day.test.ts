import { expect, test } from "vitest";
import { readDay } from "./read-day.ts";

const today = "2026-11-22";

test("a typed day is read as Americans write it", () => {
  const written = [
    "11/20/2026",
    "11/20",
    "11-20-26",
    "11-20",
    "Nov 20",
    "20 Nov",
    "2026-11-20",
    "nov 20, 2026",
  ];
  for (const text of written) expect(readDay(text, today).date, text).toBe("2026-11-20");
  expect(readDay("today", today).date).toBe(today);
  expect(readDay(" Tomorrow", "2026-12-31").date).toBe("2027-01-01");
});

test("without a year it is the last or the next", () => {
  expect(readDay("11/22", today).date).toBe("2026-11-22");
  expect(readDay("11/23", today).date).toBe("2025-11-23");
  expect(readDay("11/22", today, "future").date).toBe("2027-11-22");
  expect(readDay("11/23", today, "future").date).toBe("2026-11-23");
  expect(readDay("2/29", today).date).toBe("2024-02-29");
  expect(readDay("2/29", today, "future").date).toBe("2028-02-29");
});

test("what is no day says how to write one", () => {
  expect(readDay("13/45", today).fault).toBe("“13/45” isn’t a date. Use month/day, as 10/01.");
  expect(readDay("soon", today).fault).toBe("Can’t read the date “soon”. Use 10/01/2026.");
  expect(readDay("02/30/2026", today).fault).toContain("“02/30/2026” isn’t a date");
});
