// Locale-dependent formats: times, counts, sizes. Formatters are expensive to create, so each is created once.

type Moment = Date | number;

function formatsIn(timeZone?: string) {
  const as = (look: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, { ...look, timeZone });
  return {
    time: as({ hour: "numeric", minute: "2-digit" }),
    day: as({ day: "numeric", month: "short" }),
    dayAndYear: as({ day: "numeric", month: "short", year: "numeric" }),
    year: as({ year: "numeric" }),
    toSecond: as({ dateStyle: "medium", timeStyle: "medium" }),
    inFull: as({ dateStyle: "long", timeStyle: "long" }),
    zone: as({ timeZoneName: "short" }),
  };
}

const here = formatsIn();
const soonMs = 12 * 3_600_000;

/** Times by the clock of a zone, with its short name where this computer’s clock shows another time. */
export function timesIn(timeZone?: string) {
  const formats = timeZone === undefined ? here : formatsIn(timeZone);
  const told = (look: "time" | "toSecond", at: Moment) => {
    const text = formats[look].format(at);
    if (text === here[look].format(at)) return text;
    const zone = formats.zone.formatToParts(at).find(({ type }) => type === "timeZoneName");
    return `${text} ${zone?.value ?? ""}`;
  };
  const isSame = (look: "dayAndYear" | "year", one: Moment, other: Moment) =>
    formats[look].format(one) === formats[look].format(other);
  return {
    /** As short as possible: the time if today or in the next hours, else the date, with the year if it is another one. */
    moment: (at: Moment, now: Moment): string => {
      const ahead = Number(at) - Number(now);
      if ((ahead > 0 && ahead < soonMs) || isSame("dayAndYear", at, now)) return told("time", at);
      return (isSame("year", at, now) ? formats.day : formats.dayAndYear).format(at);
    },
    toSecond: (at: Moment): string => told("toSecond", at),
    /** The exact moment with its time zone. */
    inFull: (at: Moment): string => formats.inFull.format(at),
  };
}

export type Times = ReturnType<typeof timesIn>;

/** By this computer’s clock. What concerns visits, invoices and the audit log is told by the clinic’s: `clinicTimes()`. */
export const { moment: formatMoment } = timesIn();

export function formatTime(at: Moment): string {
  return here.time.format(at);
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const toMinute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function formatClock(at: Moment): string {
  return clock.format(at);
}

export function formatToMinute(at: Moment): string {
  return toMinute.format(at);
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;
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

const counts = new Intl.NumberFormat("en-US");

export function formatCount(count: number): string {
  return counts.format(count);
}

/** "64 kB", "1.3 MB": decimal units, as mail programs use. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  const [amount, unit] = bytes < 999_500_000 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}
