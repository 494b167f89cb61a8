import { clinicDays } from "#room/features/names/clinic-days.ts";
import { dateOfDay } from "#room/billing/clinic-days.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";

export const snoozeChoices = [
  { id: "hour", label: "For an hour" },
  { id: "tomorrow", label: "Until tomorrow, 8 AM" },
  { id: "monday", label: "Until Monday, 8 AM" },
  { id: "week", label: "For a week" },
  { id: "event", label: "Until the visit is updated" },
] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number]["id"];

const hourMs = 3_600_000;

/** The instant of a choice, mornings by the clinic's clock; undefined: until a new event. */
export function snoozeUntil(choice: SnoozeChoice, now: Date): string | undefined {
  const days = clinicDays();
  const today = days.dayOf(now.getTime());
  const morningIn = (count: number) => days.hourOf(dateOfDay(today + count), 8);
  switch (choice) {
    case "hour":
      return wireDateTimeOf(new Date(now.getTime() + hourMs));
    case "tomorrow":
      return wireDateTimeOf(morningIn(1));
    case "monday":
      // Never today: on a Monday it is next Monday. Day 0 was a Thursday.
      return wireDateTimeOf(morningIn(7 - ((today + 3) % 7)));
    case "week":
      return wireDateTimeOf(new Date(now.getTime() + 7 * 24 * hourMs));
    case "event":
      return undefined;
  }
}
