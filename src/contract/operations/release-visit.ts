import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { visitAnswer } from "#room/contract/schemas/visit.ts";

/**
 * ReleaseVisit, an extension: gives the visit back. Succeeds when nobody has it; 409 `VisitTaken` when
 * somebody else has it.
 */
export const releaseVisit = defineExtension({
  name: "ReleaseVisitRequest",
  effect: "write",
  right: "visits",
  discloses: "patient-data",
  request: z.looseObject({ visitId: requiredGuid }),
  response: visitAnswer,
});
