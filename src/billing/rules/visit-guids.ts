import type { RuleResult, VisitRule } from "#room/billing/rule.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { standInEventId } from "#room/billing/event-id.ts";
import { guidResults } from "./guid-results.ts";

/** Nobody knows an event's id by heart: one that is no GUID can be exchanged for the one that it is kept under. */
function eventIdResults(event: DraftEvent): readonly RuleResult[] {
  const path = ["eventId"];
  const value = standInEventId(event);
  const results = guidResults(event.eventId, path);
  if (value === undefined) return results;
  const fix = { label: "Use a new event ID", edits: [{ kind: "set", path, value } as const] };
  return results.map((result) => ({ fix, ...result }));
}

export const visitGuids: VisitRule = {
  id: "visit-guids",
  scope: "visit",
  severity: "block",
  title: "eventId, visitId, practiceId and rulesLogId are GUIDs of 32 hexadecimal digits.",
  source: "F26: the service's format for IDs",
  check(event) {
    const visit = event.visitCharged;
    const results: RuleResult[] = [
      ...eventIdResults(event),
      ...guidResults(visit?.visitId, ["visitCharged", "visitId"]),
      ...guidResults(visit?.practiceId, ["visitCharged", "practiceId"]),
    ];
    for (const [index, log] of (event.audit?.rulesLogs ?? []).entries())
      results.push(...guidResults(log.rulesLogId, ["audit", "rulesLogs", index, "rulesLogId"]));
    return results;
  },
};
