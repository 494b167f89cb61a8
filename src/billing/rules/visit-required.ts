import { isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { RuleResult, VisitRule } from "#room/billing/rule.ts";

export const visitRequired: VisitRule = {
  id: "visit-required",
  scope: "visit",
  severity: "block",
  title: "An event has its eventId, visit, practice, at least one charge, and an audit.",
  source: "The service refuses an event without them",
  check(event) {
    const results: RuleResult[] = [];
    const visit = event.visitCharged;
    if (isGuidAbsent(event.eventId)) results.push({ path: ["eventId"], message: "The event ID is missing." });
    if (isGuidAbsent(visit?.visitId))
      results.push({ path: ["visitCharged", "visitId"], message: "The visit ID is missing." });
    if (isGuidAbsent(visit?.practiceId))
      results.push({ path: ["visitCharged", "practiceId"], message: "The practice is missing." });
    if ((visit?.charges ?? []).length === 0)
      results.push({ path: ["visitCharged", "charges"], message: "A visit needs at least one charge." });
    if (!event.audit) results.push({ path: ["audit"], message: "The audit is missing." });
    return results;
  },
};
