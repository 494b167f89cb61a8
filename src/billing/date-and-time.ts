import { calendarDateOf, isIsoDate } from "#room/contract/primitives/wire-date-time.ts";
import { timeWrittenIn } from "./read-date.ts";
import { readDay } from "./read-day.ts";
import { midnight, readTime } from "./time-of-day.ts";

/** The time after a date on the wire, as written: `09:15:00.5000000Z`. */
const writtenTime = /^(\d\d):(\d\d)(\S*)$/;

/** The two parts of a text: each as the wire writes it if it can be read, otherwise exactly as it was typed. */
interface Parts {
  readonly date: string;
  /** What is written behind the T, or as typed; empty without one. */
  readonly time: string;
  readonly isTimeUnread: boolean;
}

export interface DateAndTime extends Parts {
  /** `yyyy-MM-dd`; undefined when there is none, or none that can be read. */
  readonly day: string | undefined;
}

const isWireTime = (time: string) => isIsoDate(`2000-01-01T${time}`);
const dayOf = (date: string) => (date.length === 10 ? calendarDateOf(date) : undefined);

/**
 * The parts of a date of service. A text that is not for the wire has a line break before the time, and two before one
 * that was typed and cannot be read: no field can hold a line break. Drafts of former versions have a T there.
 */
export function partsOf(text: string): DateAndTime {
  const apart = /^([^\n]*)\n(\n?)(.*)$/s.exec(text);
  const wire = dayOf(text.slice(0, 10)) === undefined ? null : /^(.{10})T()(.+)$/s.exec(text);
  const [, date = text, isTyped = "", time = ""] = apart ?? wire ?? [];
  const isTimeUnread = time !== "" && (isTyped !== "" || !isWireTime(time));
  return { date, day: dayOf(date), time, isTimeUnread };
}

function joined({ date, time, isTimeUnread }: Parts): string {
  if (isTimeUnread) return `${date}\n\n${time}`;
  if (time === "") return partsOf(date).date === date ? date : `${date}\n`;
  if (dayOf(date) !== undefined) return `${date}T${time}`;
  return date === "" && shownTime(time) === "" ? "" : `${date}\n${time}`;
}

/** As a field would hold it: on one line, and blanks alone are nothing. */
function inField(typed: string): string {
  return typed.trim() === "" ? "" : typed.replaceAll(/[\r\n]/g, "");
}

/** The wire's time of day for `HH:mm`, exactly as before if that says the same. */
function wireTime(time: string, before: string): string {
  const [, hour, minute, rest = ""] = writtenTime.exec(before) ?? [];
  if (`${hour}:${minute}` === time) return before;
  return `${time}:00${/(?:z|[+-]\d\d:?\d\d)$/i.exec(rest)?.[0] ?? ""}`;
}

/** The text with this typed for its date. The time stays, unless one is typed with the date. */
export function withDate(text: string, typed: string, today: string): string {
  const parts = partsOf(text);
  const written = inField(typed);
  const { date } = readDay(written, today);
  if (date === undefined) return joined({ ...parts, date: written });
  const time = readTime(timeWrittenIn(written) ?? "");
  // How a date without a time is written.
  if (time === undefined || time === midnight) return joined({ ...parts, date });
  const exact = partsOf(written.trim());
  const wire = exact.isTimeUnread || exact.time === "" ? wireTime(time, timeRead(parts)) : exact.time;
  return joined({ date, time: wire, isTimeUnread: false });
}

/** The text with this typed for its time; what is no time stays as it is, so that it is seen, kept and refused. */
export function withTime(text: string, typed: string): string {
  const { date, ...before } = partsOf(text);
  const written = inField(typed);
  if (written === "") return showTime(text) === "" ? text : joined({ date, time: "", isTimeUnread: false });
  const time = readTime(written);
  if (time === undefined || time === midnight) return joined({ date, time: written, isTimeUnread: true });
  return joined({ date, time: wireTime(time, timeRead(before)), isTimeUnread: false });
}

function timeRead({ time, isTimeUnread }: Omit<Parts, "date">): string {
  return isTimeUnread ? "" : time;
}

function shownTime(time: string): string {
  const [, hour, minute, rest = ""] = writtenTime.exec(time) ?? [];
  if (hour === undefined) return time;
  // Midnight to the last digit is how a date without a time is written.
  if (`${hour}:${minute}` === midnight && !/[1-9]/.test(rest)) return "";
  const hours = Number(hour);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
}

/** The time of day as "9:15 AM", or as typed if it cannot be read; empty when there is none. */
export function showTime(text: string): string {
  const { time, isTimeUnread } = partsOf(text);
  return isTimeUnread ? time : shownTime(time);
}

/** Whether it says more than a day and the time as shown: seconds, or a time zone. */
export function isMoreThanShown(text: string): boolean {
  const { day, ...parts } = partsOf(text);
  const [, , , rest = ""] = writtenTime.exec(timeRead(parts)) ?? [];
  return day !== undefined && /[1-9z+-]/i.test(rest);
}
