import { isBlank } from "#room/billing/draft-event.ts";
import { type VisitRule, clean } from "#room/billing/rule.ts";

export const dateOfService: VisitRule = {
  id: "date-of-service",
  scope: "visit",
  severity: "warn",
  title: "A visit has a date of service, which decides which codes are valid.",
  source: "837P: service date (DTP 472)",
  check(event) {
    if (!isBlank(event.visitCharged?.createdOn)) return clean;
    const message = "The date of service is missing, so diagnosis codes can’t be checked.";
    return [{ path: ["visitCharged", "createdOn"], message }];
  },
};
