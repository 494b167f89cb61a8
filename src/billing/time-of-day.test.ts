import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atTime, dayAndTime, isMoreThanShown, readTime, showTime, timeBehind } from "./time-of-day.ts";

const midnight = "00:00";

describe("the time of service", () => {
  it.each([
    ["2026-11-02T09:15:00", "9:15 AM"],
    ["2026-11-02T00:05:00.0000000", "12:05 AM"],
    ["2026-11-02T12:00:00Z", "12:00 PM"],
    ["2026-11-02T23:59:59+05:00", "11:59 PM"],
    ["2026-11-02T00:00:00.0000000", ""],
    ["2026-11-02", ""],
    ["soon", ""],
    ["2026-11-02Tafter lunch", "after lunch"],
    ["2026-11-02T9:15", "9:15"],
  ])("of %s is shown as %s", (text, shown) => expect(showTime(text)).toBe(shown));

  it.each([
    ["9:15", "09:15"],
    ["915", "09:15"],
    ["9:15 pm", "21:15"],
    ["9p", "21:00"],
    ["12 am", "00:00"],
    ["12:30 PM", "12:30"],
    ["21:15:40", "21:15"],
    ["13 pm", undefined],
    ["25:00", undefined],
    ["9:75", undefined],
    ["noon", "12:00"],
    ["afternoon", undefined],
  ])("is read from %s as %s", (typed, time) => expect(readTime(typed)).toBe(time));

  it.each([
    ["2026-11-02T09:15:00", false],
    ["2026-11-02T09:15:00.0000000", false],
    ["2026-11-02", false],
    ["2026-11-02T09:15:30", true],
    ["2026-11-02T09:15:00Z", true],
    ["2026-11-02T09:15:00.5000000", true],
    ["2026-11-02T09:15:00-05:00", true],
  ])("of %s says more than day and time: %s", (text, more) => expect(isMoreThanShown(text)).toBe(more));

  it("is written after the date, unchanged if already there", () => {
    const exact = "2026-11-02T09:15:42.1234567Z";
    expect(atTime(exact, "09:15")).toBe(exact);
    expect(atTime(exact, "10:00")).toBe("2026-11-02T10:00:00Z");
    expect(atTime("2026-11-02", "10:00")).toBe("2026-11-02T10:00:00");
    expect(atTime(exact, "")).toBe("2026-11-02");
    expect(atTime(exact, "9:15 am")).toBe(exact);
    expect(atTime("soon", "10:00")).toBe("soon");
    expect([timeBehind(exact), timeBehind("2026-11-02")]).toEqual(["T09:15:42.1234567Z", ""]);
  });

  it("that cannot be read stands behind the date, never another", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("2026-11-02", "2026-11-02T21:30:00Z"), (typed, before) => {
        const text = atTime(before, typed);
        const { day, isUnread } = dayAndTime(text) ?? {};
        expect(day).toBe("2026-11-02");
        const time = readTime(typed);
        if (typed.trim() === "") expect(text).toBe(day);
        else if (isUnread) expect([showTime(text), time ?? midnight]).toEqual([typed.trim(), midnight]);
        else expect(readTime(showTime(text))).toBe(time);
      }),
    );
    expect(atTime("2026-11-02Tlate", "9p")).toBe("2026-11-02T21:00:00");
  });
});
