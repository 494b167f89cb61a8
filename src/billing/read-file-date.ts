import { type ReadDate, readDate } from "./read-date.ts";

/** A date in a file. Nobody looks at each of them, so none is guessed that could be another day. */
export function readFileDate(text: string, today: string): ReadDate {
  const written = text.trim();
  if (/^\d{5}(\.\d+)?$/.test(written))
    return {
      fault: `“${written}” is the number of a day, which spreadsheets count from 1900 or from 1904. Show the column as dates there, and save the file again.`,
    };
  const [, first, second] = /^(\d{1,2})\.(\d{1,2})\.\d{2,4}$/.exec(written) ?? [];
  const isEither = Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
  return isEither
    ? { fault: `“${written}” can be month.day or day.month. Write month/day/year, as 10/01/2026.` }
    : readDate(text, today);
}
