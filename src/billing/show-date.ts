import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { showTime } from "./date-and-time.ts";

/** A date as "10/01/2026", whatever the browser's language. Text that is not a date is returned as is. */
export function showDate(text: string): string {
  const date = calendarDateOf(text);
  return date === undefined ? text : `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
}

/** "11/02/2026 9:00 AM", or the date only if there is no time; text that is neither as it is. */
export function showDateAndTime(text: string): string {
  return calendarDateOf(text) === undefined ? text : `${showDate(text)} ${showTime(text)}`.trim();
}

/** "10/01/2025 – 09/30/2026"; one day as that day. */
export function showDates(from: string, to: string): string {
  return from === to ? showDate(from) : `${showDate(from)} – ${showDate(to)}`;
}
