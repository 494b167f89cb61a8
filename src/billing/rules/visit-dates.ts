import { calendarDateOf, isIsoDate, isWireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { isBlank } from "#room/billing/draft-event.ts";
import type { RuleResult, VisitRule } from "#room/billing/rule.ts";

/** The usual form on a day that every month has: told without reading it in full. */
const plainDateTime =
  /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,7})?$/;

export const visitDates: VisitRule = {
  id: "visit-dates",
  scope: "visit",
  severity: "block",
  title: "Dates are real days of the calendar, and none lies in the future.",
  source: "F25: date edits of 837P; the interface",
  check(event, { facts: { today } }) {
    const results: RuleResult[] = [];
    const createdOn = event.visitCharged?.createdOn;
    const path = ["visitCharged", "createdOn"];
    if (!isBlank(createdOn) && typeof createdOn === "string") {
      const day = calendarDateOf(createdOn);
      if (!isIsoDate(createdOn))
        results.push({ path, message: `"${createdOn}" is no date: write it as 2026-11-02.` });
      else if (today !== undefined && day !== undefined && day > today)
        results.push({ path, severity: "warn", message: `${day} lies in the future.` });
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
          message: `"${createdDate}" is no date and time: write it as 2026-11-02T09:15:00.`,
        });
    return results;
  },
};
