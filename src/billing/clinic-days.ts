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

const zones = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  let zone = zones.get(timeZone);
  if (!zone) {
    zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    zones.set(timeZone, zone);
  }
  const [, sign, ...parts] = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(zone.format(instant)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (sign === "-" ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000;
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
    return dateOfDay(this.dayOf(instant));
  }

  /** What the clock shows at an instant, as a visit's own times are written: without an offset. */
  clockAt(instant: number): string {
    return wireDateTimeOf(new Date(instant + offsetAt(instant, this.timeZone)));
  }

  dayOf(instant: number): number {
    return Math.floor((instant + offsetAt(instant, this.timeZone)) / dayMs);
  }

  /** The first instant of a day, which is not midnight if the clocks are changed then. */
  startOf(date: string): number {
    return this.#instantOf(dayNumber(date) * dayMs);
  }

  /** That hour of a day. */
  hourOf(date: string, hour: number): Date {
    return new Date(this.#instantOf(dayNumber(date) * dayMs + hour * 3_600_000));
  }

  /** When the clock shows that, given as if it were UTC: the first of two times, and after a gap what is shown then. */
  #instantOf(shown: number): number {
    const before = shown - offsetAt(shown - dayMs, this.timeZone);
    const after = shown - offsetAt(shown + dayMs, this.timeZone);
    const shows = (instant: number) => instant + offsetAt(instant, this.timeZone) === shown;
    return shows(before) || !shows(after) ? before : after;
  }

  /** How far the clock was ahead of UTC between two instants, for queries that sort instants by days. */
  offsetsBetween(from: number, to: number): readonly ClockSpan[] {
    const offset = (instant: number) => offsetAt(instant, this.timeZone);
    const spans: ClockSpan[] = [];
    let offsetMs = offset(from);
    for (let day = from; day < to; day += dayMs) {
      const next = offset(day + dayMs);
      if (next === offsetMs) continue;
      let [before, until] = [day, day + dayMs];
      while (until - before > 1) {
        const middle = Math.floor((before + until) / 2);
        if (offset(middle) === offsetMs) before = middle;
        else until = middle;
      }
      spans.push({ until, offsetMs });
      offsetMs = next;
    }
    return [...spans, { until: undefined, offsetMs }];
  }
}
