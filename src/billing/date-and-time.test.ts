import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIsoDate } from "#room/contract/primitives/wire-date-time.ts";
import { isMoreThanShown, partsOf, showTime, withDate, withTime } from "./date-and-time.ts";
import { readDay } from "./read-day.ts";
import { showDate } from "./show-date.ts";
import { midnight, readTime } from "./time-of-day.ts";

const today = "2026-11-22";
const shownDate = (text: string) => showDate(partsOf(text).date);
const onScreen = (text: string) => [shownDate(text), showTime(text)];

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
    ["13/45/2026\n09:15:00", "9:15 AM"],
    ["13/45/2026\n\n00:00:00", "00:00:00"],
  ])("of %s is shown as %s", (text, shown) => expect(showTime(text)).toBe(shown));

  it.each([
    ["2026-11-02T09:15:00", false],
    ["2026-11-02T09:15:00.0000000", false],
    ["2026-11-02", false],
    ["2026-11-02T09:15:30", true],
    ["2026-11-02T09:15:00Z", true],
    ["2026-11-02T09:15:00.5000000", true],
    ["2026-11-02T09:15:00-05:00", true],
    ["2026-11-02\n\n09:15:00Z", false],
  ])("of %s says more than day and time: %s", (text, more) => expect(isMoreThanShown(text)).toBe(more));

  it("is written after the date, unchanged if already there", () => {
    const exact = "2026-11-02T09:15:42.1234567Z";
    expect(withTime(exact, "09:15")).toBe(exact);
    expect(withTime(exact, "10:00")).toBe("2026-11-02T10:00:00Z");
    expect(withTime("2026-11-02", "10:00")).toBe("2026-11-02T10:00:00");
    expect(withTime(exact, "")).toBe("2026-11-02");
    expect(withTime(exact, "9:15 am")).toBe(exact);
    expect(withTime("2026-11-02Tlate", "9p")).toBe("2026-11-02T21:00:00");
    expect(onScreen(withTime("soon", "10:00"))).toEqual(["soon", "10:00 AM"]);
    for (const mistyped of ["13/45/2026", ""])
      expect(withDate(withDate(exact, mistyped, today), "11/3", today)).toBe("2026-11-03T09:15:42.1234567Z");
  });

  it("is taken from what is typed for the date", () => {
    const text = "2026-11-02T09:15:00";
    expect(withDate(text, "11/3/2026 2:30 PM", today)).toBe("2026-11-03T14:30:00");
    expect(withDate(text, "2026-11-03T14:15:42.5Z", today)).toBe("2026-11-03T14:15:42.5Z");
    expect(withDate(text, "11/3/2026 12:00 AM", today)).toBe("2026-11-03T09:15:00");
    expect(withDate("13/45/2026\n\nlate", "11/3/2026 9:15", today)).toBe("2026-11-03T09:15:00");
  });
});

describe("a date and a time in one text", () => {
  const dates = ["11/2/26", "11/20", "13/45/2026", "today", "", " ", "2026-11-02Tlate", "soon ", "20261120"];
  const times = ["9:15 am", "ab:cd", "12 am", "00:00:00", "T09:15:00", "", " ", "noon", "9:1", " 21:30 "];
  const typed = fc.oneof(
    fc.record({ part: fc.constant("date"), text: fc.oneof(fc.constantFrom(...dates), fc.string()) }),
    fc.record({ part: fc.constant("time"), text: fc.oneof(fc.constantFrom(...times), fc.string()) }),
  );
  const imported = ["", "2026-11-02", "2026-11-02T09:15:42.5Z", "2026-11-02T00:00:00.0000000", "11/2/2026"];
  const former = ["2026-11-02Tafter lunch", "11/20/2026", "13/45/2026"];

  /** Key by key, from the text that the field was entered with. */
  function type(before: string, { part, text }: { readonly part: string; readonly text: string }): string[] {
    const texts = Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end));
    return texts.map((each) => (part === "date" ? withDate(before, each, today) : withTime(before, each)));
  }

  it("is shown as stored, read or faulted", () => {
    fc.assert(
      fc.property(fc.constantFrom(...imported, ...former), fc.array(typed), (start, steps) => {
        let [stored, date, time] = [start, shownDate(start), showTime(start)];
        let { day } = partsOf(start);
        for (const step of steps) {
          stored = type(stored, step).at(-1) ?? "";
          if (step.part === "date") [date, day] = [step.text, readDay(step.text, today).date];
          if (step.part === "time") time = step.text;
          // A time that is typed with its date.
          else if (/\d:\d/.test(step.text)) time = showTime(stored);
          const hour = readTime(time);
          const isTimeRead = hour !== undefined && hour !== midnight;
          // What can be read says the same; all else stays to the last character.
          expect(partsOf(stored).day).toBe(day);
          if (day === undefined) expect(shownDate(stored)).toBe(date.trim() && date);
          if (isTimeRead) expect(readTime(showTime(stored))).toBe(hour);
          else expect(showTime(stored)).toBe(time.trim() && time);
          const isWhole = day !== undefined && (isTimeRead || time.trim() === "");
          const isNone = date.trim() === "" && time.trim() === "";
          expect([isIsoDate(stored), stored === ""]).toEqual([isWhole, isNone]);
          expect(withTime(stored, showTime(stored))).toBe(stored);
          [date, time] = [shownDate(stored), showTime(stored)];
          if (step.part === "date") expect(withDate(stored, date, today)).toBe(stored);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("is never another part’s text while it is typed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...imported, ...former), typed, typed, (start, first, second) => {
        const before = type(start, first).at(-1) ?? "";
        for (const stored of type(before, second)) {
          if (second.part === "time") expect(shownDate(stored)).toBe(shownDate(before));
          else if (!/\d:\d/.test(second.text)) expect(showTime(stored)).toBe(showTime(before));
        }
      }),
    );
  });
});
