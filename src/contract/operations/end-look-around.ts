import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/**
 * EndLookAround, an extension: ends the demo started by BeginLookAround and deletes its data. 409
 * `NoLookAround` otherwise.
 */
export const endLookAround = defineExtension({
  name: "EndLookAroundRequest",
  effect: "write",
  right: "signed-in",
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({}),
});
