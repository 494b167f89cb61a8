import { clinicZone } from "#room/api/clinic-today.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import { ClinicDays, zoneHere } from "#room/billing/clinic-days.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { isTimeZone } from "#room/contract/primitives/time-zone.ts";

let told: string | undefined;
let known = new ClinicDays(zoneHere());

export function clinicDays(): ClinicDays {
  const { timeZone } = serviceConfig();
  if (told === timeZone) return known;
  told = timeZone;
  known = new ClinicDays(clinicZone() ?? zoneHere());
  return known;
}

/** Days by a practice’s own clock if it has one, else by the clinic’s. */
export function daysOfPractice(names: DirectoryIndex, practiceId: string | null | undefined): ClinicDays {
  const { timeZone } = (practiceId && names.find("practice", practiceId)) || {};
  return timeZone && isTimeZone(timeZone) ? new ClinicDays(timeZone) : clinicDays();
}

/** The part of a time zone's name that says where: "New York". */
export function zonePlace(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}
