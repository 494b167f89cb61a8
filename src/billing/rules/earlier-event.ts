import type { EarlierEvent } from "#room/billing/facts.ts";
import { type RuleResult, type VisitRule, clean } from "#room/billing/rule.ts";

/** The warning on a copy of a charged visit: on its page, and asked before it is sent. */
export function copyWords({ invoice }: Pick<EarlierEvent, "invoice">): string {
  const charged = invoice === undefined ? "already charged" : `charged as Invoice ${invoice}`;
  return `This is a copy of a visit that is ${charged}. Sending it makes a second invoice.`;
}

const sentences = {
  charged: "has already charged this visit, and a visit is billed once",
  unknown:
    "of this visit got no answer: find out what became of it first, or the visit could be billed twice",
  waiting: "of this visit is waiting to be sent",
} as const;

export const earlierEvent: VisitRule = {
  id: "earlier-event",
  scope: "visit",
  severity: "block",
  title: "No other event has charged this visit, or may have charged it, nor the one it is a copy of.",
  source: "What was sent from this device before",
  check(event, { facts }) {
    if (!facts.earlierEvents) return clean;
    return facts.earlierEvents
      .filter(({ eventId }) => eventId !== event.eventId)
      .map(({ state, ...earlier }): RuleResult => {
        if (state === "copied")
          return { path: ["visitCharged"], severity: "warn", message: copyWords(earlier) };
        return {
          path: ["visitCharged", "visitId"],
          message: `Another version ${sentences[state]}.`,
          ...(state === "waiting" && { severity: "warn" }),
        };
      });
  },
};
