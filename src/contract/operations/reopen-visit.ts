import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * ReopenVisit, an extension: restores a closed visit to the state its newest event left it in, or ends a
 * snooze. Succeeds when it is already open; 409 `VisitNotClosed` when it is charged, `VisitChanged` when somebody changed
 * it after the caller’s own change, which is to be undone.
 */
export const reopenVisit = defineExtension({
  name: "ReopenVisitRequest",
  effect: "write",
  right: "visits",
  discloses: "patient-data",
  /** changeNumber: that of the answer to the change that is undone. */
  request: z.looseObject({ visitId: requiredGuid, changeNumber: optional(z.number()) }),
  response: visitAnswer,
});
