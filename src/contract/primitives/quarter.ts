/** The calendar quarter of a date, such as "2026 Q4". Quarterly files are named by it. */
export function quarterOf(date: string): string {
  return `${date.slice(0, 4)} Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** Parses a quarter ("2026Q4", "2026-q4", "Q4 2026"); undefined when it is not one. */
export function readQuarter(text: string): string | undefined {
  const [, year, number, turned, after] =
    /^\s*(?:(\d{4})[\s-]?q([1-4])|q([1-4])[\s-]?(\d{4}))\s*$/i.exec(text) ?? [];
  const known = year ?? after;
  return known === undefined ? undefined : `${known} Q${number ?? turned}`;
}

const lastDays = ["03-31", "06-30", "09-30", "12-31"] as const;

/** The first and last day of a quarter. */
export function quarterDays(quarter: string): { inForceFrom: string; inForceTo: string } {
  const year = quarter.slice(0, 4);
  const number = Number(quarter.slice(-1));
  const month = String(number * 3 - 2).padStart(2, "0");
  return { inForceFrom: `${year}-${month}-01`, inForceTo: `${year}-${lastDays[number - 1] ?? "12-31"}` };
}
