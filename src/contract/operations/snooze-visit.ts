import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * SnoozeVisit, an extension: gives an open visit back and puts it off until an instant (UTC) or a new event,
 * whichever comes first. 409 `VisitTaken` when somebody else has it, `VisitNotOpen` when it is charged or
 * closed.
 */
export const snoozeVisit = defineExtension({
  name: "SnoozeVisitRequest",
  effect: "write",
  right: "visits",
  discloses: "patient-data",
  request: z.looseObject({
    visitId: requiredGuid,
    /** Absent: until a new event. An instant in the past is a 400. */
    until: optional(wireDateTime),
  }),
  response: visitAnswer,
});
