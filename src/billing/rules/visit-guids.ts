import type { RuleResult, VisitRule } from "#room/billing/rule.ts";
import { guidResults } from "./guid-results.ts";

export const visitGuids: VisitRule = {
  id: "visit-guids",
  scope: "visit",
  severity: "block",
  title: "eventId, visitId, practiceId and rulesLogId are GUIDs of 32 hexadecimal digits.",
  source: "F26: the interface",
  check(event) {
    const visit = event.visitCharged;
    const results: RuleResult[] = [
      ...guidResults(event.eventId, ["eventId"]),
      ...guidResults(visit?.visitId, ["visitCharged", "visitId"]),
      ...guidResults(visit?.practiceId, ["visitCharged", "practiceId"]),
    ];
    for (const [index, log] of (event.audit?.rulesLogs ?? []).entries())
      results.push(...guidResults(log.rulesLogId, ["audit", "rulesLogs", index, "rulesLogId"]));
    return results;
  },
};
