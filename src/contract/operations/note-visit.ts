import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { guid, requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, requiredText } from "#room/contract/primitives/rule.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * NoteVisit, an extension: adds a plain-text note to a visit in any state, whoever has it. 409 `TooMany`
 * after 1,000, and `NoteIdUsed` if its id is another note's.
 */
export const noteVisit = defineExtension({
  name: "NoteVisitRequest",
  effect: "write",
  right: "visits",
  discloses: "patient-data",
  request: z.looseObject({
    visitId: requiredGuid,
    text: requiredText(10_000),
    /** Chosen by the caller, so that resending does not duplicate the note. Absent: chosen by the service. */
    noteId: optional(guid),
  }),
  response: visitAnswer,
});
