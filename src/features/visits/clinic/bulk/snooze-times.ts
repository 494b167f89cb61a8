import { serviceNow } from "#room/api/service-clock.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { dateOfDay } from "#room/billing/clinic-days.ts";
import { readDay } from "#room/billing/read-day.ts";
import { msOf, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";

export const snoozeChoices = [
  { id: "hour", label: "For an hour" },
  { id: "tomorrow", label: "Until tomorrow, 8 AM" },
  { id: "monday", label: "Until Monday, 8 AM" },
  { id: "week", label: "For a week" },
  { id: "day", label: "Until another day, 8 AM" },
  { id: "event", label: "Until the visit is updated" },
] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number]["id"];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Parses a future day, or says why it is not valid. Without a year, the next such day. */
export function laterDay(typed: string, today: string): { day?: string; fault?: string } {
  if (typed.trim() === "") return { fault: "Enter a day, for example 12/1." };
  const { date, fault } = readDay(typed, today, "future");
  if (date === undefined) return { fault };
  return date > today ? { day: date } : { fault: "Choose a day after today." };
}

/** The instant of a choice, mornings by the clinic's clock; undefined: until a new event, or a day that is none. */
export function snoozeUntil(choice: SnoozeChoice, now: Date, typedDay = ""): string | undefined {
  const days = clinicDays();
  const today = days.dayOf(now.getTime());
  const hourIn = (count: number, hour = 8) => wireDateTimeOf(days.hourOf(dateOfDay(today + count), hour));
  switch (choice) {
    case "hour":
      return wireDateTimeOf(new Date(now.getTime() + hourMs));
    case "tomorrow":
      return hourIn(1);
    case "monday":
      // Never today: on a Monday it is next Monday. Day 0 was a Thursday.
      return hourIn(7 - ((today + 3) % 7));
    case "week":
      return hourIn(7, (msOf(days.clockAt(now.getTime())) % dayMs) / hourMs);
    case "day": {
      const { day } = laterDay(typedDay, days.dateOf(now.getTime()));
      return day && wireDateTimeOf(days.hourOf(day, 8));
    }
    case "event":
      return undefined;
  }
}

/** On a Sunday, tomorrow is Monday. */
export const snoozeChoicesAt = (now = new Date(serviceNow())) =>
  snoozeChoices.filter(({ id }) => id !== "monday" || snoozeUntil(id, now) !== snoozeUntil("tomorrow", now));
