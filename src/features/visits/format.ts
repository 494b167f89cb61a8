import { amountOfMinor } from "#room/contract/primitives/money.ts";

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** Whole minor units in the reader's way of writing money: "$1,234.50". */
export function formatMoney(minor: number, currency: string): string {
  let format = moneyFormats.get(currency);
  if (!format) {
    try {
      format = new Intl.NumberFormat(undefined, { style: "currency", currency });
    } catch {
      // A currency that is no code of three letters: the number, and the word behind it.
      format = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 });
      return `${format.format(amountOfMinor(minor, currency))} ${currency}`.trim();
    }
    moneyFormats.set(currency, format);
  }
  return format.format(amountOfMinor(minor, currency));
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const yearFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "long" });

/** A moment as short as it is clear: the time today, else the day, with the year when it is another one. */
export function formatMoment(ms: number, now: number): string {
  const [date, today] = [new Date(ms), new Date(now)];
  if (date.toDateString() === today.toDateString()) return timeFormat.format(date);
  return (date.getFullYear() === today.getFullYear() ? dayFormat : yearFormat).format(date);
}

/** The exact moment, for who asks. */
export function formatExactly(ms: number): string {
  return fullFormat.format(new Date(ms));
}

const wireTimeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "medium", timeZone: "UTC" });

/** The time of day as the wire has it: a time without an offset is told as it was written. */
export function formatWireTime(date: Date): string {
  return wireTimeFormat.format(date);
}
