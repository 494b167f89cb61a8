import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * ReleaseVisit, an extension: gives the visit back. Succeeds when nobody has it; 409 `VisitTaken` when
 * somebody else has it.
 */
export const releaseVisit = defineOperation({
  name: "ReleaseVisitRequest",
  effect: "write",
  session: "header",
  right: "visits",
  discloses: "patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({ visitId: requiredGuid }),
  response: visitAnswer,
  faults: noFaults,
});
