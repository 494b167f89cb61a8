import { showDate } from "#room/billing/show-date.ts";
import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { clinicDays } from "./clinic-days.ts";

/** The day of an instant by the clinic’s clock; empty for none. */
export function clinicDayText(at: string | null | undefined): string {
  const instant = instantOfWire(at);
  return instant === undefined ? "" : showDate(clinicDays().dateOf(instant));
}
