import type { DraftEvent } from "#room/billing/draft-event.ts";
import { isRecord } from "#room/billing/json-record.ts";
import {
  clearingEntry,
  clearingMessage,
  clearingOf,
} from "#room/features/visits/editor/findings/clearing.ts";

export interface ClearingFacts {
  readonly userName: string;
  readonly reason: string;
  readonly uuid: () => string;
}

function memberOf(path: string): string {
  return path.replace(/^audit\./, "");
}

function textAt(audit: Readonly<Record<string, unknown>>, member: string): string {
  const value = audit[member];
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

/**
 * A withheld event approved for billing, as the editor does by hand, with what was changed, by whom and why in its
 * rules log. Undefined when it has no audit to clear.
 */
export function clearedEvent(
  event: Readonly<Record<string, unknown>>,
  facts: ClearingFacts,
): DraftEvent | undefined {
  const { userName, reason, uuid } = facts;
  const { audit, visitCharged } = event;
  if (!isRecord(audit)) return undefined;
  const changes = clearingOf({
    text: (place) => ("path" in place ? textAt(audit, memberOf(place.path)) : ""),
  });
  const cleared: Record<string, unknown> = { ...audit };
  for (const { path, to } of changes) {
    const member = memberOf(path);
    if (to === "") delete cleared[member];
    else cleared[member] = to === "true" || to === "false" ? to === "true" : to;
  }
  const logs: unknown[] = Array.isArray(audit["rulesLogs"]) ? audit["rulesLogs"] : [];
  cleared["rulesLogs"] = [
    ...logs,
    {
      ...clearingEntry(uuid(), isRecord(visitCharged) ? textAt(visitCharged, "practiceId") : ""),
      message: clearingMessage(userName, reason, changes),
    },
  ];
  return { ...event, audit: cleared };
}
