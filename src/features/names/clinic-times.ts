import { timesIn, type Times } from "#room/ui/formats.ts";
import { clinicDays } from "./clinic-days.ts";

const known = new Map<string, Times>();

/**
 * Times of visits, invoices, payments and the audit log: by the clinic’s clock, or by that of these days, as the days
 * they are counted on.
 */
export function clinicTimes({ timeZone } = clinicDays()): Times {
  const times = known.get(timeZone) ?? timesIn(timeZone);
  known.set(timeZone, times);
  return times;
}
