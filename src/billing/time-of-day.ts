import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";

/** The time after a date on the wire, as written: `09:15:00.5000000Z`. */
const writtenTime = /^(\d\d):(\d\d)(\S*)$/;
const typedTime = /^(\d{1,2})(?::?(\d\d))?(?::\d\d)? ?([ap])?\.?m?\.?$/i;
/** How a date without a time is written, so it is no time that a person can enter. */
const midnight = "00:00";

interface DayAndTime {
  /** `yyyy-MM-dd` */
  readonly day: string;
  /** What is written behind the T; empty without one. */
  readonly time: string;
  /** It cannot be read as a time. */
  readonly isUnread: boolean;
}

/** The parts of a date-time whose time may be anything that was typed; undefined without a day of the calendar. */
export function dayAndTime(text: string): DayAndTime | undefined {
  const [, written = "", time = ""] = /^(\d{4}-\d\d-\d\d)(?:T(.*))?$/s.exec(text.trim()) ?? [];
  const day = calendarDateOf(written);
  return day === undefined ? undefined : { day, time, isUnread: calendarDateOf(text.trim()) === undefined };
}

/** The time of day of a date-time as "9:15 AM", or as typed if it cannot be read; empty when there is none. */
export function showTime(text: string): string {
  const { time = "", isUnread = false } = dayAndTime(text) ?? {};
  const [, hour, minute = "", rest = ""] = writtenTime.exec(time) ?? [];
  if (isUnread || hour === undefined) return time;
  // Midnight to the last digit is how a date without a time is written.
  if (`${hour}:${minute}` === midnight && !/[1-9]/.test(rest)) return "";
  const hours = Number(hour);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
}

/** Whether it says more than a day and the time as shown: seconds, or a time zone. */
export function isMoreThanShown(text: string): boolean {
  const [, , , rest = ""] = writtenTime.exec(dayAndTime(text)?.time ?? "") ?? [];
  return /[1-9z+-]/i.test(rest);
}

/** Parses "9:15", "915", "9:15 pm", "9p", "21:15" or "noon" as `09:15`; undefined when it is not a time. */
export function readTime(typed: string): string | undefined {
  const text = typed.trim();
  if (text.toLowerCase() === "noon") return "12:00";
  const [, hourText, minute = "00", half] = typedTime.exec(text) ?? [];
  if (hourText === undefined) return undefined;
  const hour = Number(hourText);
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return undefined;
  if (Number(minute) > 59) return undefined;
  const inDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return `${String(inDay).padStart(2, "0")}:${minute}`;
}

/**
 * The same day at the typed time; unchanged when it already has that time, the date only when nothing is typed. What is
 * no time is written behind the date as it is, so that it is seen, kept and refused.
 */
export function atTime(text: string, typed: string): string {
  const { day, time: before = "" } = dayAndTime(text) ?? {};
  if (day === undefined) return text;
  if (typed.trim() === "") return day;
  const time = readTime(typed);
  if (time === undefined || time === midnight) return `${day}T${typed.trim()}`;
  const [, hour, minute, rest = ""] = writtenTime.exec(before) ?? [];
  if (`${hour}:${minute}` === time) return text;
  const zone = /(?:z|[+-]\d\d:?\d\d)$/i.exec(rest)?.[0] ?? "";
  return `${day}T${time}:00${zone}`;
}

/** What is wrong with a time that cannot be read, for the user. */
export function timeFault(time: string): string {
  return readTime(time) === midnight
    ? "12:00 AM means that a visit has no time. Use 12:01 AM, or leave it empty."
    : `Can’t read the time “${time}”. Use 9:15 AM.`;
}

/** The time part after the date, to keep when the date is changed. */
export function timeBehind(text: string): string {
  const { time = "" } = dayAndTime(text) ?? {};
  return time === "" ? "" : `T${time}`;
}
