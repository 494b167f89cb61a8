import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";

/**
 * EndLookAround, an extension: ends the demo started by BeginLookAround and deletes its data. 409
 * `NoLookAround` otherwise.
 */
export const endLookAround = defineOperation({
  name: "EndLookAroundRequest",
  effect: "write",
  session: "header",
  right: "signed-in",
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({}),
  response: z.looseObject({}),
  faults: noFaults,
});
