import { serviceConfig } from "#room/api/service-config.ts";
import { ClinicDays, isTimeZone } from "#room/billing/clinic-days.ts";

let known = new ClinicDays("UTC");

/** Days by the clinic's clock, which the service tells; an old browser may not know its time zone. */
export function clinicDays(): ClinicDays {
  const { timeZone } = serviceConfig();
  if (known.timeZone !== timeZone && isTimeZone(timeZone)) known = new ClinicDays(timeZone);
  return known;
}

/** The part of a time zone's name that says where: "New York". */
export function zonePlace(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}
