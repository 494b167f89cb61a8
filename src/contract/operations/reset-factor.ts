import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";

/**
 * ResetFactor, an extension: removes all second factors of another user, who has lost theirs, and ends their
 * sessions. Not for oneself.
 */
export const resetFactor = defineExtension({
  name: "ResetFactorRequest",
  effect: "write",
  right: "people",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ userName: requiredText(100) }),
  response: z.looseObject({}),
});
