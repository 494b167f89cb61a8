import type { RequestOf } from "#room/contract/registry.ts";
import { isIsoDate, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { TrailSearch } from "./trail-search.ts";

/** A kind and an id, or its beginning, as it appears in rows. Anything else may be a name, which must not be in a URL. */
export function isSubject(text: string): boolean {
  return /^(?:[a-z]+:[\w.-]*|(?=[\w.-]*\d)[\w.-]{2,80})$/i.test(text);
}

/** Dates as typed, in local time. */
function instantOf(day: string | undefined, plusDays: number): string | undefined {
  if (day === undefined || !isIsoDate(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return wireDateTimeOf(new Date(year, month - 1, date + plusDays));
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
