import fc from "fast-check";
import { expect, test } from "vitest";
import {
  calendarDateOf,
  canonicalDateTime,
  dateOfWire,
  isIsoDate,
  isoDate,
  isWireDateTime,
  wireDateTime,
  wireDateTimeOf,
} from "./wire-date-time.ts";

test.each([
  ["2026-11-02T09:15:00", "2026-11-02T09:15:00.0000000"],
  ["2026-11-02T09:15:00.1234567", "2026-11-02T09:15:00.1234567"],
  ["2026-11-02T09:15:00.5Z", "2026-11-02T09:15:00.5000000"],
  ["2026-11-02T23:30:00.1234567-05:00", "2026-11-03T04:30:00.1234567"],
  ["2026-11-02T23:59:59Z", "2026-11-02T23:59:59.0000000"],
  ["2026-11-02T09:15:00+14:59", "2026-11-01T18:16:00.0000000"],
  ["0001-06-01T00:00:00+05:00", "0001-05-31T19:00:00.0000000"],
  ["9999-06-01T00:00:00-05:00", "9999-06-01T05:00:00.0000000"],
  ["0001-01-01T00:00:00+05:00", "0001-01-01T00:00:00.0000000"],
  ["9999-12-31T23:00:00-05:00", "9999-12-31T23:00:00.0000000"],
  ["2024-02-29T00:00:00", "2024-02-29T00:00:00.0000000"],
  ["2000-02-29T00:00:00", "2000-02-29T00:00:00.0000000"],
  ["0001-01-01T00:00:00.0000000", "0001-01-01T00:00:00.0000000"],
  ["/Date(1793610900123)/", "2026-11-02T09:15:00.1230000"],
  ["/Date(1793610900123-0500)/", "2026-11-02T09:15:00.1230000"],
  ["/Date(-62135596800000)/", "0001-01-01T00:00:00.0000000"],
  ["/Date(253402300799999+0000)/", "9999-12-31T23:59:59.9990000"],
])("%s is written as %s", (text, written) => {
  expect(canonicalDateTime(text)).toBe(written);
  expect(isWireDateTime(text)).toBe(true);
});

test.each([
  "2026-11-02",
  "2026-02-29T00:00:00",
  "2026-13-01T00:00:00",
  "2026-00-01T00:00:00",
  "2026-11-00T00:00:00",
  "2026-11-31T00:00:00",
  "0000-11-01T00:00:00",
  "1900-02-29T00:00:00",
  "2026-11-02T09:60:00",
  "2026-11-02T09:15:60",
  "2026-11-02T09:15:00-15:00",
  "2026-11-02T09:15:00+05:60",
  "2026-11-02T24:00:00",
  "2026-11-02T09:15:00.12345678",
  "2026-11-02 09:15:00",
  "2026-11-02T09:15:00+25:00",
  "/Date(253402300800000)/",
  "/Date(-62135596800001)/",
  "/Date(9999999999999999)/",
  "/date(1234)/",
  "/Date(12.5)/",
  "/Date(1234-05:00)/",
  "/Date(1234)/x",
  "",
])("%j is no date-time", (text) => {
  expect(isWireDateTime(text)).toBe(false);
});

test("the written form is stable and keeps all seven digits", () => {
  const digits = fc.integer({ min: 0, max: 9_999_999 });
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
      digits,
      (date, fraction) => {
        const text = `${date.toISOString().slice(0, 19)}.${String(fraction).padStart(7, "0")}`;
        expect(canonicalDateTime(text)).toBe(text);
        expect(canonicalDateTime(`${text}Z`)).toBe(text);
      },
    ),
  );
});

test("year 1 is not given", () => {
  expect(dateOfWire("0001-01-01T00:00:00.0000000")).toBeUndefined();
  expect(dateOfWire("/Date(-62135596800000-0000)/")).toBeUndefined();
  expect(calendarDateOf("0001-01-01")).toBeUndefined();
});

test("what is shown is the instant, without digits beyond", () => {
  expect(dateOfWire("2026-11-02T09:15:00.1239999")).toEqual(new Date("2026-11-02T09:15:00.123Z"));
  for (const text of [undefined, null, "", "soon"]) {
    expect(dateOfWire(text)).toBeUndefined();
    expect(calendarDateOf(text)).toBeUndefined();
  }
});

test("an empty date is none, nonsense a fault", () => {
  for (const schema of [wireDateTime, isoDate]) {
    expect(schema.safeParse("").success).toBe(true);
    expect(schema.safeParse("soon").success).toBe(false);
    expect(schema.safeParse("2026-11-02T09:15:00").success).toBe(true);
  }
});

test("dates are taken with and without a time", () => {
  expect(isIsoDate("2024-02-29")).toBe(true);
  expect(isIsoDate("2024-02-29T09:15:00")).toBe(true);
  expect(isIsoDate("2026-11-02")).toBe(true);
  expect(isIsoDate("2026-02-30")).toBe(false);
  expect(isIsoDate("/Date(1793610900123)/")).toBe(false);
  expect(calendarDateOf("2015-10-01T23:59:59-05:00")).toBe("2015-10-01");
  expect(wireDateTimeOf(new Date("2026-11-02T09:15:00.123Z"))).toBe("2026-11-02T09:15:00.1230000");
});

test("the quick check agrees with the full reading", () => {
  const pair = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, "0"));
  const sign = fc.constantFrom("-", "T", ":", ".", "0", "9", "x");
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 0, max: 9999 }), pair(14), pair(33), pair(26), pair(62), pair(62)),
      sign,
      fc.nat(40),
      ([year, month, day, hour, minute, second], other, at) => {
        const text = `${String(year).padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}.1234567`;
        for (const one of [text, text.slice(0, at) + other + text.slice(at + 1)]) {
          expect(isWireDateTime(one)).toBe(canonicalDateTime(one) !== undefined);
        }
      },
    ),
  );
});
