import { fieldName } from "#room/billing/field-names.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";

/** What must stand in the audit of a visit that a person has cleared for charging. */
const cleared = [
  ["manualReviewNeeded", "false"],
  ["stopProcessing", "false"],
  ["canAutoCharge", "true"],
  ["withholdReason", ""],
  ["finalStatus", "Cleared by hand"],
] as const;

/** One member of the audit that clearing changes. */
export interface Clearing {
  readonly path: string;
  readonly to: string;
  /** "Manual review needed: on becomes off". */
  readonly words: string;
  /** "Manual review needed on": what it was, for the rules log; "" when nothing was there. */
  readonly before: string;
}

function said(value: string): string {
  if (value === "true") return "on";
  if (value === "false") return "off";
  return value.trim() === "" ? "nothing" : `“${value.trim()}”`;
}

/** What clearing a visit for charging changes, as it stands. */
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

/** What goes into the rules log: who cleared it, why, and what stood there before. */
export function clearingMessage(userName: string, reason: string, changes: readonly Clearing[]): string {
  const before = changes.flatMap((change) => (change.before === "" ? [] : [change.before]));
  const said = `${userName}: ${reason.trim()}`;
  return before.length === 0 ? said : `${said} (before: ${before.join("; ")})`;
}
