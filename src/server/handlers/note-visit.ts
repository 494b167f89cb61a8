import { randomUUID } from "node:crypto";
import { canonicalGuid, guidFromUuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { Handler } from "#room/server/handler.ts";
import { answerAction } from "./visit-answer.ts";

/** Adds a note, once per id. */
export const noteVisit: Handler<"noteVisit"> = async ({ visitId, text, noteId }, context) => {
  const given = isGuidAbsent(noteId) ? undefined : canonicalGuid(noteId ?? "");
  const action = { kind: "note", noteId: given ?? guidFromUuid(randomUUID()), text } as const;
  return answerAction(canonicalGuid(visitId) ?? visitId, action, context);
};
