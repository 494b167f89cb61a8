import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/**
 * RemoveFactor, an extension: removes the caller's app (`totp`) or one passkey. The last factor cannot be
 * removed if the role requires one.
 */
export const removeFactor = defineExtension({
  name: "RemoveFactorRequest",
  effect: "write",
  right: "signed-in",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ totp: optional(z.boolean()), passkeyId: optional(text(2000)) }),
  response: z.looseObject({}),
});
