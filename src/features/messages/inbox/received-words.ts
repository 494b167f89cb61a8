import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { formatMoment, formatToMinute } from "#room/ui/formats.ts";

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** The time if today, else the date: as short as is unambiguous. */
export function shortDate(date: Date, now: Date = new Date()): string {
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  return days === 1 ? "Yesterday" : formatMoment(date, now);
}

export function receivedWords(text: string | null | undefined): string {
  const date = dateOfWire(text);
  return date === undefined ? "" : shortDate(date);
}

export function receivedInFull(text: string | null | undefined): string {
  const date = dateOfWire(text);
  return date === undefined ? "not given" : formatToMinute(date);
}

/** "12 s", "4 min", "2 h". */
export function agoWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
