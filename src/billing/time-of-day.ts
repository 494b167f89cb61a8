/** The time after a date on the wire, as written: `09:15:00.5000000Z`. */
const behindDay = /^(\d{4}-\d\d-\d\d)(T(\d\d):(\d\d)(\S*))?$/;
const typedTime = /^(\d{1,2})(?::?(\d\d))?(?::\d\d)? ?([ap])?\.?m?\.?$/i;

/** The time of day of a date-time as "9:15 AM"; empty when there is none. */
export function showTime(text: string): string {
  const [, , time, hour = "", minute = "", rest = ""] = behindDay.exec(text.trim()) ?? [];
  // Midnight to the last digit is how a date without a time is written.
  if (time === undefined || (hour === "00" && minute === "00" && !/[1-9]/.test(rest))) return "";
  const hours = Number(hour);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
}

/** Parses "9:15", "915", "9:15 pm", "9p" or "21:15" as `09:15`; undefined when it is not a time. */
export function readTime(typed: string): string | undefined {
  const [, hourText, minute = "00", half] = typedTime.exec(typed.trim()) ?? [];
  if (hourText === undefined) return undefined;
  const hour = Number(hourText);
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return undefined;
  if (Number(minute) > 59) return undefined;
  const inDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return `${String(inDay).padStart(2, "0")}:${minute}`;
}

/** The same day at that time; unchanged when it already has that time. With an empty time: the date only. */
export function atTime(text: string, time: string): string {
  const [, day, , hour, minute, rest = ""] = behindDay.exec(text.trim()) ?? [];
  if (day === undefined) return text;
  if (time === "") return day;
  if (`${hour}:${minute}` === time) return text;
  const zone = /(?:z|[+-]\d\d:?\d\d)$/i.exec(rest)?.[0] ?? "";
  return `${day}T${time}:00${zone}`;
}

/** The time part after the date, to keep when the date is changed. */
export function timeBehind(text: string): string {
  return behindDay.exec(text.trim())?.[2] ?? "";
}
