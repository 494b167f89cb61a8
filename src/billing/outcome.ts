import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";
import { type DraftAudit, isBlank } from "./draft-event.ts";

export type WithholdCause = "stopProcessing" | "manualReviewNeeded" | "canAutoCharge";

export type AuditOutcome =
  | { readonly kind: "charged" }
  | {
      readonly kind: "withheld";
      /** All members that withhold it, most important first; never empty. */
      readonly causes: readonly WithholdCause[];
      /** The audit's withholdReason, or our own sentence when it has none. */
      readonly reason: string;
    };

const sentences: Readonly<Record<WithholdCause, string>> = {
  stopProcessing: "The rules engine stopped processing",
  manualReviewNeeded: "Manual review is on",
  canAutoCharge: "The rules engine did not approve it for billing",
};

/** What the cause means, as a sentence without its period. */
export function describeCause(cause: WithholdCause): string {
  return sentences[cause];
}

export function isSameOutcome(one: AuditOutcome, other: AuditOutcome | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Not shown by the interface: a visit is withheld when stopProcessing or manualReviewNeeded is set, or canAutoCharge is
 * not; otherwise it is charged. The server applies this rule and the console predicts with it.
 */
export function outcomeOf(audit: DraftAudit | null | undefined): AuditOutcome {
  const causes: WithholdCause[] = [];
  if (audit?.stopProcessing === true) causes.push("stopProcessing");
  if (audit?.manualReviewNeeded === true) causes.push("manualReviewNeeded");
  if (audit?.canAutoCharge !== true) causes.push("canAutoCharge");
  const [first] = causes;
  if (first === undefined) return { kind: "charged" };
  const given = audit?.withholdReason;
  const words = typeof given === "string" ? inWrittenOrder(given) : "";
  const reason = isBlank(words) ? sentences[first] : words.trim();
  return { kind: "withheld", causes, reason };
}
