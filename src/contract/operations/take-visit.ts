import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * TakeVisit, an extension: assigns the visit to the caller for half an hour (configurable); taking it again
 * renews that. 409 `VisitTaken` names the user who has it; `VisitNotOpen` when it is charged or closed.
 */
export const takeVisit = defineExtension({
  name: "TakeVisitRequest",
  effect: "write",
  right: "visits",
  discloses: "patient-data",
  request: z.looseObject({
    visitId: requiredGuid,
    /** True: take it even if somebody else has it. */
    isTakeOver: optional(z.boolean()),
    /** The user to assign it to; absent: the caller. */
    takenBy: optional(text(1000)),
  }),
  response: visitAnswer,
  alsoNeeds: ({ takenBy }, userName) => {
    const taker = (takenBy ?? "").trim().toLowerCase();
    return taker === "" || taker === userName.toLowerCase() ? undefined : "assign-visits";
  },
});
