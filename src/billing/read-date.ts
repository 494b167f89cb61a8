import { isCalendarDate } from "#room/contract/primitives/wire-date-time.ts";
import { writtenStyles, withoutYear, timeOfDay, monthNames, weekdayNames } from "./date-styles.ts";

/** A day as `yyyy-MM-dd`, or an error sentence for the user. */
export type ReadDate =
  | { readonly date: string; readonly fault?: undefined }
  | { readonly date?: undefined; readonly fault: string };

/** Year, month and day as written; not necessarily a calendar day. */
interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** For example "wed", when the text names the day of the week. */
  readonly weekday?: string | undefined;
}

/** Excel's serial dates of five digits; other lengths mean something else. */
const excelSerial = /^\d{5}(?:\.\d+)?$/;
const [firstYear, lastYear] = [1900, 2099];
const [firstSerial, lastSerial] = [32_874, 54_788];

/**
 * The only parser for dates that people type or paste: as Excel, Americans and ISO 8601 write them, with an optional
 * time of day. The day stays as written, whatever its offset. Ambiguous text is not a date.
 * @param today `yyyy-MM-dd`, for "today" and "yesterday"
 */
export function readDate(text: string, today: string): ReadDate {
  const plain = plainOf(text);
  if (plain === "today") return { date: today };
  if (plain === "yesterday") return { date: dayBefore(today) };
  if (excelSerial.test(plain)) {
    const date = dateOfSerial(Math.floor(Number(plain)));
    return date === undefined ? cannotRead(text) : { date };
  }
  const written = apart(plain)?.date;
  if (written === undefined) return cannotRead(text);
  for (const style of writtenStyles) {
    const parts = partsOf(style.exec(written));
    if (parts) return dateOf(parts, text);
  }
  if (withoutYear.some((style) => style.test(written)))
    return { fault: `The date “${shown(text)}” has no year. Use 10/01/2026.` };
  return cannotRead(text);
}

function cannotRead(text: string): ReadDate {
  if (text.trim() === "") return { fault: "Enter a date, as 10/01/2026." };
  return { fault: `Can’t read the date “${shown(text)}”. Use 10/01/2026.` };
}

function shown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/**
 * Normalizes text: lower case, ASCII dashes, digits and quotes, single blanks, no direction marks or leading Excel
 * apostrophe.
 */
export function plainOf(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll("’", "'")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^'/, "")
    .toLowerCase();
}

/** The time of day typed behind a date, as `2:30p`; undefined without one. */
export function timeWrittenIn(text: string): string | undefined {
  return apart(plainOf(text))?.time;
}

/** The text before its time of day, and that; undefined when the time is invalid. */
function apart(plain: string): { readonly date: string; readonly time?: string } | undefined {
  const colon = plain.indexOf(":");
  if (colon < 0) return { date: plain };
  const start = /^(.*?)(?:,? at |, ?| |(?<=\d)t)(\d{1,2}):/.exec(plain.slice(0, colon + 1));
  if (!start) return undefined;
  const [, date = "", hourText = ""] = start;
  const [, hour = "", minute = "", half = ""] = timeOfDay.exec(plain.slice(colon - hourText.length)) ?? [];
  const isTime = half === "" ? hour !== "" && Number(hour) <= 23 : Number(hour) >= 1 && Number(hour) <= 12;
  return isTime ? { date, time: `${hour}:${minute}${half}` } : undefined;
}

function partsOf(match: RegExpExecArray | null): Parts | undefined {
  const groups = match?.groups;
  if (!groups) return undefined;
  const year = groups["year"] ?? groups["late"] ?? "";
  return {
    year: year.length === 2 ? Number(year) + (Number(year) < 50 ? 2000 : 1900) : Number(year),
    month: groups["name"] ? monthNames.indexOf(groups["name"].slice(0, 3)) + 1 : Number(groups["month"]),
    day: Number(groups["day"]),
    weekday: groups["weekday"],
  };
}

function dateOf({ year, month, day, weekday: named }: Parts, text: string): ReadDate {
  if (year < firstYear || year > lastYear) return cannotRead(text);
  if (!isCalendarDate(year, month, day))
    return { fault: `“${shown(text)}” isn’t a date. Use month/day/year, as 10/01/2026.` };
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const isNamedWrong = named !== undefined && weekdayNames[new Date(date).getUTCDay()] !== named;
  return isNamedWrong ? { fault: `“${shown(text)}” is not that day of the week. Use 10/01/2026.` } : { date };
}

function dateOfSerial(serial: number): string | undefined {
  if (serial < firstSerial || serial > lastSerial) return undefined;
  return new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
}

function dayBefore(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}
