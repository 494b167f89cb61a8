import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { guid, requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, requiredText } from "#room/contract/primitives/rule.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * CloseVisit, an extension: puts an open visit away without a charge. A new event opens it again, or charges it. Well
 * when it is closed for that reason already; 409 VisitTaken when somebody else has it, 409
 * VisitChanged when an event has come after the one that was looked at, 409 VisitNotOpen otherwise.
 */
export const closeVisit = defineOperation({
  name: "CloseVisitRequest",
  effect: "write",
  session: "header",
  right: "close-visits",
  discloses: "patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  extension: true,
  /** eventId: the newest event of the visit that the caller has seen. */
  request: z.looseObject({ visitId: requiredGuid, reason: requiredText(1000), eventId: optional(guid) }),
  response: visitAnswer,
  faults: noFaults,
});
