import type { RuleResult, VisitRule } from "#room/billing/rule.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { standInEventId } from "#room/billing/event-id.ts";
import { guidNamesOf } from "#room/billing/members-of-kind.ts";
import { rulesLogMembers, visitMembers } from "#room/billing/event-members.ts";
import { guidResults, guidResultsOf } from "./guid-results.ts";

/** Nobody remembers event ids, so an invalid one may be replaced by the one it is stored under. */
function eventIdResults(event: DraftEvent): readonly RuleResult[] {
  const path = ["eventId"];
  const value = standInEventId(event);
  const fix = { label: "Use a new event ID", edits: [{ kind: "set", path, value } as const] };
  return guidResults(event.eventId, path).map((result) => ({ fix, ...result }));
}

const visitNames = guidNamesOf(visitMembers);
const logNames = guidNamesOf(rulesLogMembers);

export const visitGuids: VisitRule = {
  id: "visit-guids",
  scope: "visit",
  severity: "block",
  title: "eventId, visitId, practiceId and rulesLogId are GUIDs of 32 hexadecimal digits.",
  source: "F26: the service's format for IDs",
  check(event) {
    const results: RuleResult[] = [
      ...eventIdResults(event),
      ...guidResultsOf(event.visitCharged ?? {}, visitNames, ["visitCharged"]),
    ];
    for (const [index, log] of (event.audit?.rulesLogs ?? []).entries())
      results.push(...guidResultsOf(log, logNames, ["audit", "rulesLogs", index]));
    return results;
  },
};
