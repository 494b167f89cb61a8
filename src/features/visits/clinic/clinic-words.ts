import { holderOf, isSameUser } from "#room/workspace/visits/claim.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import type { ListRow } from "#room/features/visits/list/list-row.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";

/** How long it has waited: "2 h" today, else in the clinic's days, as the list's order and filters count: "3 days". */
export function waitedWords(since: number, now: number): string {
  const days = clinicDays().dayOf(now) - clinicDays().dayOf(since);
  if (days > 0) return counted(days, "day");
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h`;
}

/** A snooze without an end has the wire's last year. */
export const isEndless = (until: number): boolean => new Date(until).getUTCFullYear() === 9999;

/** "until 10:44 AM", "until Nov 24"; without `now` the whole instant. */
export function untilWords(until: number | undefined, now?: number): string {
  if (until === undefined || isEndless(until)) return "until the visit is updated";
  return `until ${now === undefined ? clinicTimes().inFull(until) : clinicTimes().moment(until, now)}`;
}

/** "You until 10:40", "Casey until 10:40"; empty when nobody has it or it has expired. */
export function holderWords({ clinic }: ListRow, me: string, now: number): string {
  const holder = clinic && holderOf(clinic, now);
  if (!holder) return "";
  return `${isSameUser(holder.by, me) ? "You" : holder.by} ${untilWords(holder.until, now)}`;
}

/** "Snoozed until Nov 24"; empty when it is not. */
export function snoozedWords({ clinic }: ListRow, now: number): string {
  const until = msOf(clinic?.snoozedUntil);
  return until <= now ? "" : `Snoozed ${untilWords(until, now)}`;
}
