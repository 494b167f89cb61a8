import { defineHandler } from "#room/server/define-handler.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { instantOf } from "#room/server/store/visits/read-filter.ts";
import { answerAction } from "./answer-action.ts";
import { untilNewEvent, changedVisit } from "./visit-answer.ts";

/** Snoozes a visit. */
export const snoozeVisit = defineHandler("snoozeVisit", {
  audit: { when: "first", note: changedVisit },
  handle: async ({ visitId, until }, context) => {
    const instant = instantOf(until) ?? untilNewEvent;
    if (instant <= context.now().getTime())
      throw invalidMember("GreaterThan", "until", "'until' must be in the future.");
    const action = { kind: "snooze", until: Math.min(instant, untilNewEvent) } as const;
    return answerAction(canonicalGuid(visitId) ?? visitId, action, context);
  },
});
