import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";

const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const writtenDays = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const writtenTimes = new Intl.DateTimeFormat(undefined, {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** A day that a document names, in the style of the page; its parts are read as those of UTC. */
export function writtenDay(date: Date): string {
  return writtenDays.format(date);
}

/** A time that a document names, in the style of the page; its parts are read as those of UTC. */
export function writtenTime(date: Date): string {
  return writtenTimes.format(date);
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** The time for today, else the day: as short as it stays clear. */
export function shortDate(date: Date, now: Date = new Date()): string {
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (days === 0) return time.format(date);
  if (days === 1) return "Yesterday";
  return date.getFullYear() === now.getFullYear() ? day.format(date) : dayAndYear.format(date);
}

const known = new Map<string, string>();
let knownOn = "";

/** Kept for each time, since the rows of a list are drawn again at every scroll; forgotten when the day changes. */
export function receivedWords(text: string | null | undefined): string {
  if (!text) return "";
  const now = new Date();
  const today = now.toDateString();
  if (knownOn !== today || known.size > 20_000) {
    known.clear();
    knownOn = today;
  }
  let words = known.get(text);
  if (words === undefined) {
    const date = dateOfWire(text);
    words = date === undefined ? "" : shortDate(date, now);
    known.set(text, words);
  }
  return words;
}

/** "Nov 2, 2026, 10:18 AM", in the reader's locale and time zone. */
export function fullDate(date: Date | number): string {
  return full.format(date);
}

export function receivedInFull(text: string | null | undefined): string {
  const date = dateOfWire(text);
  return date === undefined ? "not given" : fullDate(date);
}

/** "12 s", "4 min", "2 h". */
export function agoWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
