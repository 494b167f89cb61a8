import { daysBefore } from "#room/features/visits/queue/service-filter.ts";
import type { ReportsSearch } from "./reports-search.ts";

export interface ReportScope {
  readonly from: string;
  readonly to: string;
  readonly practice?: string;
}

function monthBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/** The days of an address, up to today if the span is not over. */
export function reportScope({ span, from, to, practice }: ReportsSearch, today: string): ReportScope {
  const of = practice ? { practice } : {};
  const given = from ?? to;
  if (given !== undefined) {
    const [first = given, last = given] = [from ?? given, to ?? given].toSorted();
    return { from: first, to: last, ...of };
  }
  if (span === "last-month")
    return { from: monthBefore(today, 1), to: daysBefore(monthBefore(today, 0), 1), ...of };
  if (span === "year") return { from: `${today.slice(0, 4)}-01-01`, to: today, ...of };
  const since = span === "quarter" ? (Number(today.slice(5, 7)) - 1) % 3 : 0;
  return { from: monthBefore(today, since), to: today, ...of };
}
