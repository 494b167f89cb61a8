// Locale-dependent formats: times, amounts, sizes. Formatters are expensive to create, so each is created once.

const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const toMinute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const toSecond = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "long" });

type Moment = Date | number;

export function formatTime(at: Moment): string {
  return time.format(at);
}

export function formatClock(at: Moment): string {
  return clock.format(at);
}

const soonMs = 12 * 3_600_000;

/** As short as possible: the time if today or in the next hours, else the date, with the year if it is another one. */
export function formatMoment(at: Moment, now: Moment): string {
  const [date, today] = [new Date(at), new Date(now)];
  const isSoon = date > today && date.getTime() - today.getTime() < soonMs;
  if (isSoon || date.toDateString() === today.toDateString()) return time.format(date);
  return (date.getFullYear() === today.getFullYear() ? day : dayAndYear).format(date);
}

export function formatToMinute(at: Moment): string {
  return toMinute.format(at);
}

export function formatToSecond(at: Moment): string {
  return toSecond.format(at);
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;
}

/** The exact moment with its time zone. */
export function formatInFull(at: Moment): string {
  return inFull.format(at);
}

const writtenDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const writtenShortDay = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
const writtenTime = new Intl.DateTimeFormat(undefined, { timeStyle: "medium", timeZone: "UTC" });
const writtenToMinute = new Intl.DateTimeFormat(undefined, {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Dates and times shown as written, whatever the time zone: their parts are read as UTC. */
export const asWritten = {
  day: (date: Date) => writtenDay.format(date),
  shortDay: (date: Date) => writtenShortDay.format(date),
  time: (date: Date) => writtenTime.format(date),
  toMinute: (date: Date) => writtenToMinute.format(date),
};

const counts = new Intl.NumberFormat();

export function formatCount(count: number): string {
  return counts.format(count);
}

const amounts = new Map<string, Intl.NumberFormat>();

/** With this many decimals: for some currencies browsers would round to none. */
export function formatAmount(amount: number, currency: string, digits: number): string {
  let format = amounts.get(currency);
  if (!format) {
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    try {
      format = new Intl.NumberFormat(undefined, { style: "currency", currency, ...decimals });
    } catch {
      // Not a three-letter currency code: the number followed by the text.
      format = new Intl.NumberFormat(undefined, decimals);
      return `${format.format(amount)} ${currency}`.trim();
    }
    amounts.set(currency, format);
  }
  return format.format(amount);
}

/** "64 kB", "1.3 MB": decimal units, as mail programs use. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  const [amount, unit] = bytes < 999_500_000 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}
