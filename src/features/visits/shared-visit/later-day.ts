import { readDay } from "#room/billing/read-day.ts";

/** Parses a future day, or says why it is not valid. Without a year, the next such day. */
export function laterDay(typed: string, today: string): { day?: string; fault?: string } {
  if (typed.trim() === "") return { fault: "Enter a day, for example 12/1." };
  const { date, fault } = readDay(typed, today, "future");
  if (date === undefined) return { fault };
  return date > today ? { day: date } : { fault: "Choose a day after today." };
}
