/** The time behind a day of the wire, as it stands there: `09:15:00.5000000Z`. */
const behindDay = /^(\d{4}-\d\d-\d\d)(T(\d\d):(\d\d)(\S*))?$/;
const typedTime = /^(\d{1,2})(?::?(\d\d))?(?::\d\d)? ?([ap])?\.?m?\.?$/i;

/** The time of day of a date and time as US billing offices write it, "9:15 AM"; empty where there is none. */
export function showTime(text: string): string {
  const [, , time, hour = "", minute = "", rest = ""] = behindDay.exec(text.trim()) ?? [];
  // Midnight to the last digit is how a day alone is written as an instant.
  if (time === undefined || (hour === "00" && minute === "00" && !/[1-9]/.test(rest))) return "";
  const hours = Number(hour);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
}

/** `09:15`, from "9:15", "915", "9:15 pm", "9p", "21:15"; undefined where that is no time. */
export function readTime(typed: string): string | undefined {
  const [, hourText, minute = "00", half] = typedTime.exec(typed.trim()) ?? [];
  if (hourText === undefined) return undefined;
  const hour = Number(hourText);
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return undefined;
  if (Number(minute) > 59) return undefined;
  const inDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return `${String(inDay).padStart(2, "0")}:${minute}`;
}

/** The same day at that time; the text itself when it says that time already. Empty: the day alone. */
export function atTime(text: string, time: string): string {
  const [, day, , hour, minute, rest = ""] = behindDay.exec(text.trim()) ?? [];
  if (day === undefined) return text;
  if (time === "") return day;
  if (`${hour}:${minute}` === time) return text;
  const zone = /(?:z|[+-]\d\d:?\d\d)$/i.exec(rest)?.[0] ?? "";
  return `${day}T${time}:00${zone}`;
}

/** What stands behind the day, to be kept when another day is written. */
export function timeBehind(text: string): string {
  return behindDay.exec(text.trim())?.[2] ?? "";
}
