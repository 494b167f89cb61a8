import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDate } from "./read-date.ts";
import { showDate } from "./show-date.ts";
import { workMs } from "#room/testing/work-ms.ts";

const today = "2026-11-22";
const read = (text: string) => readDate(text, today).date;

const months = "January February March April May June July August September October November December".split(
  " ",
);
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

interface Day {
  readonly iso: string;
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly name: string;
  readonly weekday: string;
  readonly serial: number;
}

const two = (value: number) => String(value).padStart(2, "0");

function everyDay(): Day[] {
  const days: Day[] = [];
  for (let at = Date.UTC(1990, 0, 1); at <= Date.UTC(2040, 11, 31); at += 86_400_000) {
    const date = new Date(at);
    days.push({
      iso: date.toISOString().slice(0, 10),
      year: String(date.getUTCFullYear()),
      month: String(date.getUTCMonth() + 1),
      day: String(date.getUTCDate()),
      name: months[date.getUTCMonth()] ?? "",
      weekday: weekdays[date.getUTCDay()] ?? "",
      // Excel's 1900 system: 1 January 1990 is 32874.
      serial: (at - Date.UTC(1990, 0, 1)) / 86_400_000 + 32_874,
    });
  }
  return days;
}

const ordinal = (day: string) => {
  const last = Number(day) > 10 && Number(day) < 14 ? "" : day.at(-1);
  return day + (last === "1" ? "st" : last === "2" ? "nd" : last === "3" ? "rd" : "th");
};

const styles: Record<string, (day: Day) => string> = {
  "what the console shows": ({ iso }) => showDate(iso),
  "10/1/2026": ({ year, month, day }) => `${month}/${day}/${year}`,
  "10/01/26": ({ year, month, day }) => `${two(Number(month))}/${two(Number(day))}/${year.slice(2)}`,
  "10-01-2026": ({ year, month, day }) => `${two(Number(month))}-${two(Number(day))}-${year}`,
  "11-2-26": ({ year, month, day }) => `${month}-${day}-${year.slice(2)}`,
  "10.1.2026": ({ year, month, day }) => `${month}.${day}.${year}`,
  "10 01 2026": ({ year, month, day }) => `${month} ${day} ${year}`,
  "10012026": ({ year, month, day }) => `${two(Number(month))}${two(Number(day))}${year}`,
  "100126": ({ year, month, day }) => `${two(Number(month))}${two(Number(day))}${year.slice(2)}`,
  "10/1/2026 12:00:00 AM": ({ year, month, day }) => `${month}/${day}/${year} 12:00:00 AM`,
  "10/1/26 0:00": ({ year, month, day }) => `${month}/${day}/${year.slice(2)} 0:00`,
  "10/1/2026, 9:15:00\u202fPM": ({ year, month, day }) => `${month}/${day}/${year}, 9:15:00\u202fPM`,
  "Sep 30, 2026": ({ year, name, day }) => `${name.slice(0, 3)} ${day}, ${year}`,
  "September 30, 2026": ({ year, name, day }) => `${name} ${day}, ${year}`,
  "Sep. 30th 2026": ({ year, name, day }) => `${name.slice(0, 3)}. ${ordinal(day)} ${year}`,
  "Sep-30-2026": ({ year, name, day }) => `${name.slice(0, 3)}-${day}-${year}`,
  "Wednesday, September 30, 2026": ({ year, name, day, weekday }) => `${weekday}, ${name} ${day}, ${year}`,
  "Wed, 30 Sep 2026 09:15:00 GMT": ({ year, name, day, weekday }) =>
    `${weekday.slice(0, 3)}, ${two(Number(day))} ${name.slice(0, 3)} ${year} 09:15:00 GMT`,
  "30-Sep-26": ({ year, name, day }) => `${day}-${name.slice(0, 3)}-${year.slice(2)}`,
  "30 Sep 2026": ({ year, name, day }) => `${day} ${name.slice(0, 3)} ${year}`,
  "30SEP2026": ({ year, name, day }) => `${two(Number(day))}${name.slice(0, 3).toUpperCase()}${year}`,
  "2026-Sep-30": ({ year, name, day }) => `${year}-${name.slice(0, 3)}-${day}`,
  ISO: ({ iso }) => iso,
  "2026/09/30": ({ iso }) => iso.replaceAll("-", "/"),
  "2026-9-30": ({ year, month, day }) => `${year}-${month}-${day}`,
  "20260930": ({ iso }) => iso.replaceAll("-", ""),
  "ISO with time": ({ iso }) => `${iso}T09:15:00`,
  "ISO with Z": ({ iso }) => `${iso}T00:00:00Z`,
  "ISO with 7 digits": ({ iso }) => `${iso}T23:59:59.1234567`,
  "ISO with 7 digits and offset": ({ iso }) => `${iso}T23:59:59.1234567-05:00`,
  "SQL with time": ({ iso }) => `${iso} 23:59:59.000`,
  "Excel's serial": ({ serial }) => String(serial),
  "Excel's serial with a time": ({ serial }) => `${serial}.385416667`,
  "Excel's text": ({ year, month, day }) => `'${month}/${day}/${year}`,
  "blanks around": ({ year, month, day }) => `\u00a0 ${month} / ${day} / ${year}\u200e \n`,
};

describe("every day from 1990 to 2040 reads as itself", () => {
  const days = everyDay();
  it.each(Object.keys(styles))("as %s", (name) => {
    const wrong = days.filter((day) => read(styles[name]?.(day) ?? "") !== day.iso);
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

describe("words of a day", () => {
  it("knows today and yesterday, also across the new year", () => {
    expect(read(" Today ")).toBe("2026-11-22");
    expect(read("yesterday")).toBe("2026-11-21");
    expect(readDate("yesterday", "2028-03-01").date).toBe("2028-02-29");
    expect(readDate("YESTERDAY", "2027-01-01").date).toBe("2026-12-31");
  });
});

describe("text that is not a date gives a message", () => {
  it("quotes the text, and shows how to write it", () => {
    expect(readDate("10/01/26x", today)).toEqual({
      fault: "Can’t read the date “10/01/26x”. Use 10/01/2026.",
    });
    expect(readDate("10/1", today)).toEqual({ fault: "The date “10/1” has no year. Use 10/01/2026." });
    expect(readDate("30-Sep", today)).toEqual({ fault: "The date “30-Sep” has no year. Use 10/01/2026." });
    expect(readDate("30/09/2026", today).fault).toMatch(/^“30\/09\/2026” isn’t a date/);
    expect(readDate("Monday, October 1, 2026", today).fault).toMatch(/not that day of the week/);
  });

  it.each([
    [
      "",
      " ",
      "-",
      "tomorrow",
      "n/a",
      "none",
      "I10",
      "S93.401A",
      "250.00",
      "E11.9",
      "V30.00",
      "99213-25",
      "J0696",
    ],
    [
      "2/29/2026",
      "2026-02-29",
      "02302026",
      "Feb 30, 2026",
      "31-Apr-26",
      "20260931",
      "13/01/2026",
      "0/1/2026",
    ],
    ["1012026", "10126", "99213", "10000", "462960", "-46296", "46296x", "4.6e4", "1234567890"],
    ["10/01/2026 25:00", "10/1/2026 12:60", "10/1/2026 13:00 PM", "10/1/2026 0:15 AM", "2026-10-01T", "9:15"],
    ["10/01-2026", "10//01/2026", "2026-10", "Sep 2026", "Septembre 30, 2026", "30 Sex 2026", "10/1/226"],
    [
      "1826-10-01",
      "10/01/2926",
      "10/01/2026 10/02/2026",
      "10/01/2026 - 10/03/2026",
      "2026-10-01T09:15:00+25:00",
    ],
  ])("%s …", (...texts) => {
    expect(texts.filter((text) => read(text) !== undefined)).toEqual([]);
  });

  it("never makes a date of any other text", () => {
    const day = fc.constantFrom(...everyDay());
    const style = fc.constantFrom(...Object.values(styles));
    const foreign = fc.constantFrom(..."xqk#&()?*=_");
    fc.assert(
      fc.property(
        day,
        style,
        foreign,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (any, write, letter, where) => {
          const text = write(any);
          const at = Math.floor(where * text.length);
          expect(read(text.slice(0, at) + letter + text.slice(at))).toBeUndefined();
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."0123456789/-. :,TZampSeptoc"), maxLength: 24 }),
        (text) => {
          const { date } = readDate(text, today);
          // Any result is a calendar day whose digits appear in the text, unless it was an Excel serial number.
          if (date === undefined || /^'?\s*\d{5}(\.\d+)?\s*$/.test(text)) return;
          expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
          expect(text).toContain(date.slice(2, 4));
          expect(text).toContain(String(Number(date.slice(8))));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("answers at once to a long text", () => {
    const readAll = () => {
      for (const part of ["1", " ", "1 ", "1/", "'", ":", "1:", ", ", "T"]) read(`10${part.repeat(20_000)}`);
    };
    expect(workMs(readAll)).toBeLessThan(500);
  });
});
