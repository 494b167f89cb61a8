import { readDay } from "#room/billing/read-day.ts";
import { showDate } from "#room/billing/show-date.ts";
import { readTime, showTime } from "#room/billing/time-of-day.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { Place } from "./place.ts";

/** The time of an entry of the rules log. */
export function isLogTime(place: Place): boolean {
  return "list" in place && place.list === "rulesLogs" && place.member === "createdDate";
}

/** "11/02/2026 9:00 AM"; text that is no time as it is. */
export function shownLogTime(text: string): string {
  return dateOfWire(text) ? `${showDate(text)} ${showTime(text)}`.trim() : text;
}

/** In wire format. Unless it was changed it keeps its exact text. */
export function usualLogTime(typed: string, before: string, today: string): string {
  const text = typed.trim();
  if (text === shownLogTime(before)) return before;
  if (dateOfWire(text)) return text;
  const [, dayText = "", timeText] = /^(\S+)(?:,? +(.+))?$/.exec(text) ?? [];
  const { date } = readDay(dayText, today);
  const time = timeText === undefined ? "00:00" : readTime(timeText);
  return date === undefined || time === undefined ? text : `${date}T${time}:00.0000000`;
}
