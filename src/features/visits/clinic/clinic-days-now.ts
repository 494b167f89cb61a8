import { serviceConfig } from "#room/api/service-config.ts";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { isTimeZone } from "#room/contract/primitives/time-zone.ts";

let known = new ClinicDays("UTC");

/** Days by the clinic's clock, which the service tells; an old browser may not know its time zone. */
export function clinicDays(): ClinicDays {
  const { timeZone } = serviceConfig();
  if (known.timeZone !== timeZone && isTimeZone(timeZone)) known = new ClinicDays(timeZone);
  return known;
}

/** Days by a practice’s own clock if it has one, else by the clinic’s. */
export function daysOfPractice(names: DirectoryIndex, practiceId: string | undefined): ClinicDays {
  const { timeZone } = (practiceId && names.find("practice", practiceId)) || {};
  return timeZone && isTimeZone(timeZone) ? new ClinicDays(timeZone) : clinicDays();
}

/** The part of a time zone's name that says where: "New York". */
export function zonePlace(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}
