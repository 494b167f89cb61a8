import { readDate } from "#room/billing/read-date.ts";

/** Only a day and month. */
const withoutYear = /^(\d{1,2}) ?[-/] ?(\d{1,2})$/;

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Parses a future day, or says why it is not valid. Without a year, the next such day. */
export function laterDay(typed: string, today: string): { day?: string; fault?: string } {
  const text = typed.trim();
  if (text === "") return { fault: "Enter a day, for example 12/1." };
  if (text.toLowerCase() === "tomorrow") return { day: dayAfter(today) };
  const [, month, day] = withoutYear.exec(text) ?? [];
  const thisYear = Number(today.slice(0, 4));
  const written = month ? [thisYear, thisYear + 1].map((year) => `${month}/${day}/${year}`) : [text];
  const dates = written.flatMap((each) => readDate(each, today).date ?? []);
  if (dates.length === 0) return { fault: `Can’t read “${text}” as a day. Use month/day, for example 12/1.` };
  const later = dates.find((date) => date > today);
  return later === undefined ? { fault: "Choose a day after today." } : { day: later };
}
