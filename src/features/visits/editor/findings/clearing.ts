import { fieldName } from "#room/billing/field-names.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import { practiceClock } from "#room/features/names/practice-today.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";

/** The audit values of a visit that a person has approved for billing. */
const cleared = [
  ["manualReviewNeeded", "false"],
  ["stopProcessing", "false"],
  ["canAutoCharge", "true"],
  ["withholdReason", ""],
  ["finalStatus", "Approved by hand"],
] as const;

export interface Clearing {
  readonly path: string;
  readonly to: string;
  /** "Manual review needed: on becomes off". */
  readonly words: string;
  /** "Manual review needed on": the previous value, for the rules log; "" if there was none. */
  readonly before: string;
}

function said(value: string): string {
  if (value === "true") return "on";
  if (value === "false") return "off";
  return value.trim() === "" ? "nothing" : `“${value.trim()}”`;
}

export function clearingOf(visit: Pick<VisitDraft, "text">): readonly Clearing[] {
  return cleared.flatMap(([member, to]) => {
    const path = `audit.${member}`;
    const from = visit.text({ path });
    if (from.trim() === to || (to === "false" && from === "")) return [];
    const name = fieldName(member);
    const before = from.trim() === "" ? "" : `${name} ${said(from)}`;
    return [{ path, to, words: `${name}: ${said(from)} becomes ${said(to)}`, before }];
  });
}

/** The rules log message: who cleared it, why, and the previous values. */
export function clearingMessage(userName: string, reason: string, changes: readonly Clearing[]): string {
  const before = changes.flatMap((change) => (change.before === "" ? [] : [change.before]));
  const said = `${userName}: ${reason.trim()}`;
  return before.length === 0 ? said : `${said} (before: ${before.join("; ")})`;
}

/** What an approval adds to the rules log, without its message. */
export function clearingEntry(uuid: string, practiceId: string) {
  return {
    rulesLogId: guidFromUuid(uuid),
    ruleGroup: "Manual",
    ruleName: "Approved for billing",
    status: "Approved",
    message: "",
    logLevel: "Info",
    createdDate: practiceClock(practiceId),
  };
}
