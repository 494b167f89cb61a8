import { readDay } from "#room/billing/read-day.ts";
import { showDates } from "#room/billing/show-date.ts";

/** Filter choices relative to today, and visits without a date. */
export const serviceChoices = ["today", "7", "30", "none"] as const;

const words: Readonly<Record<string, string>> = {
  today: "Seen today",
  "7": "Seen in the last 7 days",
  "30": "Seen in the last 30 days",
  none: "No date of service",
};

/** A choice, or a range "2026-11-01..2026-11-07", as in the address. */
export const serviceShape = /^(today|7|30|none|\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d)$/;

export function serviceWords(service: string): string {
  const known = words[service];
  if (known !== undefined) return known;
  const [from = "", to = ""] = service.split("..");
  return `Seen ${showDates(from, to)}`;
}

/** The day that many days before. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
}

export function serviceRange(service: string, today: string): { readonly from: string; readonly to: string } {
  const back = service === "today" ? 0 : Number(service) - 1;
  const [from = "", to = ""] = words[service] ? [daysBefore(today, back), today] : service.split("..");
  return { from, to };
}

export function serviceTest(service: string, today: string): (date: string | undefined) => boolean {
  if (service === "") return () => true;
  if (service === "none") return (date) => date === undefined;
  const { from, to } = serviceRange(service, today);
  return (date) => date !== undefined && date >= from && date <= to;
}

/** Parses a range from two typed dates; the second may be empty. Returns errors by field. */
export function readRange(
  from: string,
  to: string,
  today: string,
): { readonly range: string } | { readonly from?: string; readonly to?: string } {
  const first = readDay(from, today);
  const last = to.trim() === "" ? first : readDay(to, today);
  if (first.date === undefined) return { from: first.fault };
  if (last.date === undefined) return { to: last.fault };
  const [early, late] = [first.date, last.date].sort();
  return { range: `${early}..${late}` };
}
