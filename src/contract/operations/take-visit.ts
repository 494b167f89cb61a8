import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * TakeVisit, an extension: the asker has the visit for half an hour (a setting), and again so long by taking it again.
 * 409 VisitTaken names whoever has it; 409 VisitNotOpen when it is charged or closed.
 */
export const takeVisit = defineOperation({
  name: "TakeVisitRequest",
  effect: "write",
  session: "header",
  right: "visits",
  discloses: "patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({
    visitId: requiredGuid,
    /** True: also from somebody who has it. */
    isTakeOver: optional(z.boolean()),
    /** The name of the user who is to have it; absent: the asker. */
    takenBy: optional(text(1000)),
  }),
  response: visitAnswer,
  faults: noFaults,
  alsoNeeds: ({ takenBy }, userName) => {
    const taker = (takenBy ?? "").trim().toLowerCase();
    return taker === "" || taker === userName.toLowerCase() ? undefined : "assign-visits";
  },
});
