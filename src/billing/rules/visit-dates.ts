import { calendarDateOf, isIsoDate, isWireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { isBlank } from "#room/billing/draft-event.ts";
import type { Path } from "#room/billing/finding.ts";
import { readDate } from "#room/billing/read-date.ts";
import { readDay } from "#room/billing/read-day.ts";
import { showDate } from "#room/billing/show-date.ts";
import { atTime, dayAndTime, showTime, timeFault } from "#room/billing/time-of-day.ts";
import type { RuleResult, VisitRule } from "#room/billing/rule.ts";

/** Fast path: the usual form, on a day that every month has. */
const plainDateTime =
  /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,7})?$/;

function unreadTime(text: string, time: string, path: Path): RuleResult {
  const [read, message] = [atTime(text, time), timeFault(time)];
  if (!isIsoDate(read)) return { path, message };
  const fix = { label: `Change to ${showTime(read)}`, edits: [{ kind: "set", path, value: read } as const] };
  return { path, message, fix };
}

/** Offers the service's format for a date written another way. */
function notIso(text: string, path: Path, today = "2000-01-01"): RuleResult {
  const { date, fault } = readDate(text, today);
  if (date === undefined) return { path, message: readDay(text, today).fault ?? fault };
  const fix = { label: `Change to ${showDate(date)}`, edits: [{ kind: "set", path, value: date } as const] };
  return { path, message: `The service can’t read the date “${text}” as it is written.`, fix };
}

export const visitDates: VisitRule = {
  id: "visit-dates",
  scope: "visit",
  severity: "block",
  title: "Dates are real calendar days, and none is in the future.",
  source: "F25: 837P date edits; the service's format for dates",
  check(event, { facts: { today } }) {
    const results: RuleResult[] = [];
    const createdOn = event.visitCharged?.createdOn;
    const path = ["visitCharged", "createdOn"];
    if (!isBlank(createdOn) && typeof createdOn === "string") {
      const day = calendarDateOf(createdOn);
      const parts = dayAndTime(createdOn);
      if (parts?.isUnread) results.push(unreadTime(createdOn, parts.time, path));
      else if (!isIsoDate(createdOn)) results.push(notIso(createdOn, path, today));
      else if (today !== undefined && day !== undefined && day > today)
        results.push({ path, severity: "warn", message: `${showDate(day)} is in the future.` });
    }
    for (const [index, { createdDate }] of (event.audit?.rulesLogs ?? []).entries())
      if (
        typeof createdDate === "string" &&
        !plainDateTime.test(createdDate) &&
        !isBlank(createdDate) &&
        !isWireDateTime(createdDate)
      )
        results.push({
          path: ["audit", "rulesLogs", index, "createdDate"],
          message: `“${createdDate}” isn’t a valid date and time, like 2026-11-02T09:15:00.`,
        });
    return results;
  },
};
