import { defineHandler } from "#room/server/define-handler.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { answerAction } from "./answer-action.ts";
import { changedVisit } from "./visit-answer.ts";

/** Reopens a closed visit, or ends a snooze. */
export const reopenVisit = defineHandler("reopenVisit", {
  audit: { when: "first", note: changedVisit },
  handle: async ({ visitId }, context) =>
    answerAction(canonicalGuid(visitId) ?? visitId, { kind: "reopen" }, context),
});
