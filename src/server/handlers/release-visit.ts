import { defineHandler } from "#room/server/define-handler.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { answerAction } from "./answer-action.ts";
import { changedVisit } from "./visit-answer.ts";

/** Releases a visit. */
export const releaseVisit = defineHandler("releaseVisit", {
  audit: { when: "first", note: changedVisit },
  handle: async ({ visitId }, context) =>
    answerAction(canonicalGuid(visitId) ?? visitId, { kind: "release" }, context),
});
