import { isIsoDate, isWireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { type DateAndTime, partsOf, showTime, withDate, withTime } from "#room/billing/date-and-time.ts";
import { isBlank } from "#room/billing/draft-event.ts";
import type { Path } from "#room/billing/finding.ts";
import { readDate } from "#room/billing/read-date.ts";
import { readDay } from "#room/billing/read-day.ts";
import { showDate } from "#room/billing/show-date.ts";
import { timeFault } from "#room/billing/time-of-day.ts";
import type { RuleResult, VisitRule } from "#room/billing/rule.ts";

const path: Path = ["visitCharged", "createdOn"];

function changeTo(value: string, words: string) {
  return { label: `Change to ${words}`, edits: [{ kind: "set", path, value } as const] };
}

function unreadTime(text: string, { time }: DateAndTime): RuleResult {
  const value = withTime(text, time);
  const result = { path: [...path, "time"], message: timeFault(time) };
  return partsOf(value).isTimeUnread ? result : { ...result, fix: changeTo(value, showTime(value)) };
}

/** Offers the service's format for a date written another way. */
function notIso(text: string, { date: written, time }: DateAndTime, today = "2000-01-01"): RuleResult {
  if (written === "") {
    const message = `The date of service is missing, and its time, ${showTime(text)}, can’t be sent without it.`;
    return { path, message };
  }
  const { date, fault } = readDate(written, today);
  if (date === undefined) return { path, message: readDay(written, today).fault ?? fault };
  const value = withDate(text, written, today);
  const fix = changeTo(value, `${showDate(date)} ${time === "" ? showTime(value) : ""}`.trim());
  return { path, message: `The service can’t read the date “${written}” as it is written.`, fix };
}

function ofService(createdOn: string, today: string | undefined): RuleResult[] {
  const parts = partsOf(createdOn);
  const { day } = parts;
  const results: RuleResult[] = [];
  if (!isIsoDate(createdOn) && (day === undefined || !parts.isTimeUnread))
    results.push(notIso(createdOn, parts, today));
  if (parts.isTimeUnread) results.push(unreadTime(createdOn, parts));
  if (results.length > 0 || today === undefined || day === undefined) return results;
  const longAgo = `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`;
  const doubt =
    day > today ? "is in the future" : day < longAgo ? "is more than 2 years ago. Check the year" : undefined;
  return doubt === undefined ? [] : [{ path, severity: "warn", message: `${showDate(day)} ${doubt}.` }];
}

export const visitDates: VisitRule = {
  id: "visit-dates",
  scope: "visit",
  severity: "block",
  title: "Dates are real calendar days, none in the future or years ago.",
  source: "F25: 837P date edits; the service's format for dates",
  check(event, { facts: { today } }) {
    const createdOn = event.visitCharged?.createdOn;
    const results = isBlank(createdOn) || typeof createdOn !== "string" ? [] : ofService(createdOn, today);
    for (const [index, { createdDate }] of (event.audit?.rulesLogs ?? []).entries())
      if (typeof createdDate === "string" && !isBlank(createdDate) && !isWireDateTime(createdDate))
        results.push({
          path: ["audit", "rulesLogs", index, "createdDate"],
          message: `“${createdDate}” isn’t a valid date and time, like 2026-11-02T09:15:00.`,
        });
    return results;
  },
};
