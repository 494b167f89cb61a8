import { readDay } from "#room/billing/read-day.ts";
import { showDateAndTime } from "#room/billing/show-date.ts";
import { readTime } from "#room/billing/time-of-day.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { Place } from "./place.ts";

export function isLogTime(place: Place): boolean {
  return "list" in place && place.list === "rulesLogs" && place.member === "createdDate";
}

/** In wire format. Unless it was changed it keeps its exact text. */
export function usualLogTime(typed: string, before: string, today: string): string {
  const text = typed.trim();
  if (dateOfWire(before) && text === showDateAndTime(before)) return before;
  if (dateOfWire(text)) return text;
  const [, dayText = "", timeText] = /^(\S+)(?:,? +(.+))?$/.exec(text) ?? [];
  const { date } = readDay(dayText, today);
  const time = timeText === undefined ? "00:00" : readTime(timeText);
  return date === undefined || time === undefined ? text : `${date}T${time}:00.0000000`;
}
