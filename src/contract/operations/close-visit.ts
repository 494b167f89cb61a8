import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { guid, requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, requiredText } from "#room/contract/primitives/rule.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * CloseVisit, an extension: closes an open visit without a charge. A new event reopens or charges it.
 * Succeeds when the visit is already closed for that reason. 409 `VisitTaken` when somebody else has it,
 * `VisitChanged` when an event arrived after the one the caller saw, otherwise `VisitNotOpen`.
 */
export const closeVisit = defineExtension({
  name: "CloseVisitRequest",
  effect: "write",
  right: "close-visits",
  discloses: "patient-data",
  /** eventId: the newest event of the visit the caller has seen. */
  request: z.looseObject({ visitId: requiredGuid, reason: requiredText(1000), eventId: optional(guid) }),
  response: visitAnswer,
});
