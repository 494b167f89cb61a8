const typedTime = /^(\d{1,2})(?::?(\d\d))?(?::\d\d)? ?([ap])?\.?m?\.?$/i;
/** How a date without a time is written, so it is no time that a person can enter. */
export const midnight = "00:00";

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

/** What is wrong with a time that cannot be read, for the user. */
export function timeFault(time: string): string {
  return readTime(time) === midnight
    ? "12:00 AM means that a visit has no time. Use 12:01 AM, or leave it empty."
    : `Can’t read the time “${time.trim()}”. Use 9:15 AM.`;
}
