import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";

export const snoozeChoices = [
  { id: "hour", label: "For an hour" },
  { id: "tomorrow", label: "Until tomorrow, 8 AM" },
  { id: "monday", label: "Until Monday, 8 AM" },
  { id: "week", label: "For a week" },
  { id: "event", label: "Until a new event arrives" },
] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number]["id"];

/** The instant of a choice, by the local clock; undefined: until a new event. */
export function snoozeUntil(choice: SnoozeChoice, now: Date): string | undefined {
  const until = new Date(now);
  switch (choice) {
    case "hour":
      until.setHours(until.getHours() + 1);
      break;
    case "tomorrow":
      until.setDate(until.getDate() + 1);
      until.setHours(8, 0, 0, 0);
      break;
    case "monday":
      // Never today: on a Monday it is next Monday.
      until.setDate(until.getDate() + ((8 - until.getDay()) % 7 || 7));
      until.setHours(8, 0, 0, 0);
      break;
    case "week":
      until.setDate(until.getDate() + 7);
      break;
    case "event":
      return undefined;
  }
  return wireDateTimeOf(until);
}
