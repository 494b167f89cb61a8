import fc from "fast-check";
import { expect, test } from "vitest";
import { isTimeZone } from "#room/contract/primitives/time-zone.ts";
import { ClinicDays, dateOfDay, dayNumber } from "./clinic-days.ts";

const zones = [
  "UTC",
  "America/New_York",
  "America/Phoenix",
  "Pacific/Honolulu",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Africa/Cairo",
  "America/Santiago",
];
const instant = fc.integer({ min: Date.UTC(2015), max: Date.UTC(2035) });

test("an instant is on the day that Intl writes", () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (at, timeZone) => {
      const days = new ClinicDays(timeZone);
      const written = new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);
      expect(days.dateOf(at)).toBe(written);
      expect(dateOfDay(days.dayOf(at))).toBe(written);
      const begin = days.startOf(written);
      expect([days.dateOf(begin), days.dayOf(begin - 1)]).toEqual([written, dayNumber(written) - 1]);
    }),
  );
});

test("a time is written as the clock shows it", () => {
  const at = Date.parse("2026-11-03T04:59:59.120Z");
  expect(new ClinicDays("America/New_York").clockAt(at)).toBe("2026-11-02T23:59:59.1200000");
  expect(new ClinicDays("Asia/Kolkata").clockAt(at)).toBe("2026-11-03T10:29:59.1200000");
});

test("days of changed clocks have 23 and 25 hours", () => {
  const days = new ClinicDays("America/New_York");
  const hours = (date: string) =>
    (days.startOf(dateOfDay(dayNumber(date) + 1)) - days.startOf(date)) / 3_600_000;
  expect(["2026-03-08", "2026-07-04", "2026-11-01"].map(hours)).toEqual([23, 24, 25]);
  expect(days.dateOf(Date.parse("2026-11-03T04:59:59Z"))).toBe("2026-11-02");
  expect(new ClinicDays("Africa/Cairo").startOf("2026-04-24")).toBe(Date.parse("2026-04-23T22:00:00Z"));
});

test("offsets between two instants say the day of each", () => {
  fc.assert(
    fc.property(instant, instant, instant, fc.constantFrom(...zones), (a, b, c, timeZone) => {
      const [from = 0, at = 0, to = 0] = [a, b, c].toSorted((left, right) => left - right);
      const days = new ClinicDays(timeZone);
      const span = days.offsetsBetween(from, to).find(({ until = Infinity }) => at < until);
      expect(dateOfDay(Math.floor((at + (span?.offsetMs ?? NaN)) / 86_400_000))).toBe(days.dateOf(at));
    }),
    { numRuns: 30 },
  );
});

test("a time zone is known by its name", () => {
  expect(["America/Chicago", "UTC", "Mars/Olympus", "", "+05:00", "new york"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
