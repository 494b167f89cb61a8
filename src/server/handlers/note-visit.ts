import { defineHandler } from "#room/server/define-handler.ts";
import { randomUUID } from "node:crypto";
import { canonicalGuid, guidFromUuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { answerAction } from "./answer-action.ts";
import { changedVisit } from "./visit-answer.ts";

/** Adds a note, once per id. */
export const noteVisit = defineHandler("noteVisit", {
  audit: { when: "first", note: changedVisit },
  handle: async ({ visitId, text, noteId }, context) => {
    const given = isGuidAbsent(noteId) ? undefined : canonicalGuid(noteId ?? "");
    const action = { kind: "note", noteId: given ?? guidFromUuid(randomUUID()), text } as const;
    return answerAction(canonicalGuid(visitId) ?? visitId, action, context);
  },
});
