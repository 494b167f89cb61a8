import type { RequestOf } from "#room/contract/registry.ts";
import { isIsoDate, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";
import type { TrailSearch } from "./trail-search.ts";

/** A kind and an id, or its beginning, as it appears in rows. Anything else may be a name, which must not be in a URL. */
export function isSubject(text: string): boolean {
  return /^(?:[a-z]+:[\w.-]*|(?=[\w.-]*\d)[\w.-]{2,80})$/i.test(text);
}

/** The beginning of a typed day by the clinic's clock, or of one that many days after it. */
function instantOf(day: string | undefined, plusDays: number): string | undefined {
  if (day === undefined || !isIsoDate(day)) return undefined;
  return wireDateTimeOf(new Date(clinicDays().startOf(dateOfDay(dayNumber(day) + plusDays))));
}

/** The request to the service; both dates are inclusive. */
export function filterOf({ actor, action, subject, from, to }: TrailSearch) {
  const filter: RequestOf<"listAuditEntries"> = {
    actor,
    action,
    subject: subject !== undefined && isSubject(subject) ? subject : undefined,
    from: instantOf(from, 0),
    to: instantOf(to, 1),
  };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ""),
  );
}
