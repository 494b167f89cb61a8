import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { VisitRule } from "#room/billing/rule.ts";
import { clean } from "#room/billing/rule.ts";

const sentences = {
  charged: "has already charged this visit, and a visit is billed once",
  unknown: "of this visit got no answer; find out about it first, or the visit could be billed twice",
  waiting: "of this visit is waiting to be sent",
} as const;

export const earlierEvent: VisitRule = {
  id: "earlier-event",
  scope: "visit",
  severity: "block",
  title: "No other event has charged this visit, or may have charged it.",
  source: "What this browser has sent before",
  check(event, { facts }) {
    if (!facts.earlierEvents) return clean;
    return facts.earlierEvents
      .filter(({ eventId }) => eventId !== event.eventId)
      .map(({ eventId, state }) => ({
        path: ["visitCharged", "visitId"],
        message: `Event ${shortGuid(eventId)} ${sentences[state]}.`,
        ...(state === "waiting" && { severity: "warn" as const }),
      }));
  },
};
