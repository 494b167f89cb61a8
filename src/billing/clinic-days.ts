import { fromAbsolute, parseDate, Time, toCalendarDate, toCalendarDateTime } from "@internationalized/date";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { isTimeZone } from "#room/contract/primitives/time-zone.ts";

const dayMs = 86_400_000;

/** A date as the number of days since 1970, which is how the server counts them. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

const [firstDay, lastDay] = [dayNumber("0001-01-01"), dayNumber("9999-12-31")];

/** Days that no four digits of a year name are the first or the last that they do. */
export function dateOfDay(day: number): string {
  return new Date(Math.min(Math.max(day, firstDay), lastDay) * dayMs).toISOString().slice(0, 10);
}

export function zoneHere(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : "UTC";
}

/** For some time the clock was that far ahead of UTC. */
interface ClockSpan {
  /** Undefined: it still is. */
  readonly until: number | undefined;
  readonly offsetMs: number;
}

/**
 * Days by the clinic's clock. Only this says on which day an instant is: in the counts, in the queue's filters, and on
 * the overview.
 */
export class ClinicDays {
  readonly timeZone: string;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  dateOf(instant: number): string {
    return toCalendarDate(fromAbsolute(instant, this.timeZone)).toString();
  }

  /** What the clock shows at an instant, as a visit's own times are written: without an offset. */
  clockAt(instant: number): string {
    return wireDateTimeOf(new Date(instant + fromAbsolute(instant, this.timeZone).offset));
  }

  dayOf(instant: number): number {
    return dayNumber(this.dateOf(instant));
  }

  /** The first instant of a day, which is not midnight if the clocks are changed then. */
  startOf(date: string): number {
    return parseDate(date).toDate(this.timeZone).getTime();
  }

  /** That hour of a day. */
  hourOf(date: string, hour: number): Date {
    return toCalendarDateTime(parseDate(date), new Time(hour)).toDate(this.timeZone);
  }

  /** How far the clock was ahead of UTC between two instants, for queries that sort instants by days. */
  offsetsBetween(from: number, to: number): readonly ClockSpan[] {
    const offsetAt = (instant: number) => fromAbsolute(instant, this.timeZone).offset;
    const spans: ClockSpan[] = [];
    let offsetMs = offsetAt(from);
    for (let day = from; day < to; day += dayMs) {
      const next = offsetAt(day + dayMs);
      if (next === offsetMs) continue;
      let [before, until] = [day, day + dayMs];
      while (until - before > 1) {
        const middle = Math.floor((before + until) / 2);
        if (offsetAt(middle) === offsetMs) before = middle;
        else until = middle;
      }
      spans.push({ until, offsetMs });
      offsetMs = next;
    }
    return [...spans, { until: undefined, offsetMs }];
  }
}
