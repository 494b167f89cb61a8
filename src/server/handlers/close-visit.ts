import { defineHandler } from "#room/server/define-handler.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { answerAction } from "./answer-action.ts";
import { changedVisit } from "./visit-answer.ts";

/** Closes a visit without a charge. */
export const closeVisit = defineHandler("closeVisit", {
  audit: { when: "first", note: changedVisit },
  handle: async ({ visitId, reason, eventId }, context) => {
    const seen = isGuidAbsent(eventId) ? {} : { eventId: canonicalGuid(eventId ?? "") };
    const action = { kind: "close", reason: reason.trim(), ...seen } as const;
    return answerAction(canonicalGuid(visitId) ?? visitId, action, context);
  },
});
