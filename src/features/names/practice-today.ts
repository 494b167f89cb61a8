import { daysOfPractice } from "#room/features/names/clinic-days.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { namesNow } from "./names-now.ts";

/** Today as `yyyy-MM-dd` where a visit was: by its practice's own clock if it has one, else by the clinic's. */
export function practiceToday(practiceId: string | null | undefined): string {
  return daysOfPractice(namesNow(), practiceId).dateOf(serviceNow());
}

/** Now as the clock shows it there: how a visit's own times are written. */
export function practiceClock(practiceId: string | null | undefined): string {
  return daysOfPractice(namesNow(), practiceId).clockAt(serviceNow());
}
