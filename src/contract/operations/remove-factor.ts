import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/**
 * RemoveFactor, an extension: removes the caller's app (`totp`) or one passkey. The last factor cannot be
 * removed if the role requires one.
 */
export const removeFactor = defineOperation({
  name: "RemoveFactorRequest",
  effect: "write",
  session: "header",
  right: "signed-in",
  asksAgain: true,
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({ totp: optional(z.boolean()), passkeyId: optional(text(2000)) }),
  response: z.looseObject({}),
  faults: noFaults,
});
