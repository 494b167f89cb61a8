import { isTimeZone } from "#room/contract/primitives/time-zone.ts";
import { serviceNow } from "./service-clock.ts";
import { serviceConfig } from "./service-config.ts";

let known: { readonly told: string; readonly format: Intl.DateTimeFormat } | undefined;

/** The clinic's time zone, if the service tells one and this browser knows it; else this computer's. */
export function clinicZone(): string | undefined {
  const { timeZone } = serviceConfig();
  return isTimeZone(timeZone) ? timeZone : undefined;
}

/** Today in the clinic as `yyyy-MM-dd`, wherever this computer is and whatever its clock says. */
export function clinicToday(now = serviceNow()): string {
  const told = serviceConfig().timeZone;
  // Sweden writes dates as ISO does.
  if (known?.told !== told)
    known = { told, format: new Intl.DateTimeFormat("sv-SE", { timeZone: clinicZone() }) };
  return known.format.format(now);
}
