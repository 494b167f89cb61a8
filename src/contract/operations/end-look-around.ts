import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/**
 * EndLookAround, an extension: ends the demo started by BeginLookAround and deletes its data. 409
 * `NoLookAround` otherwise.
 */
export const endLookAround = defineExtension({
  name: "EndLookAroundRequest",
  effect: "write",
  session: "header",
  right: "signed-in",
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  request: z.looseObject({}),
  response: z.looseObject({}),
});
