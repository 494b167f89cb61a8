import { dateOfDay, dayNumber } from "./clinic-days.ts";
import { withoutYear } from "./date-styles.ts";
import { plainOf, type ReadDate, readDate } from "./read-date.ts";

/** The longest gap between two days of the same name, 29 February of 2096 and 2104. Years. */
const longestGap = 8;

/**
 * A day typed by a person, who may leave out the year: the last such day up to today, or the next one after it. Pasted
 * and imported dates need their year (`readDate`).
 */
export function readDay(text: string, today: string, meant: "past" | "future" = "past"): ReadDate {
  const plain = plainOf(text);
  if (plain === "tomorrow") return { date: dayAfter(today) };
  if (!withoutYear.some((style) => style.test(plain))) return readDate(text, today);
  const thisYear = Number(today.slice(0, 4));
  const step = meant === "past" ? -1 : 1;
  for (let gap = 0; gap <= longestGap; gap += 1) {
    const year = thisYear + gap * step;
    const { date } = readDate(/^[\d /-]+$/.test(plain) ? numbered(plain, year) : `${plain} ${year}`, today);
    if (date !== undefined && (meant === "past" ? date <= today : date > today)) return { date };
  }
  return { fault: `“${text.trim()}” isn’t a date. Use month/day, as 10/01.` };
}

function numbered(plain: string, year: number): string {
  const [month = "", day = ""] = plain.split(/ ?[-/] ?/);
  return `${month}/${day}/${year}`;
}

export function dayAfter(date: string): string {
  return dateOfDay(dayNumber(date) + 1);
}
