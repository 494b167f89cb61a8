import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";

/**
 * AcceptWelcome, an extension: sets the password of the person a one-time link was issued for and ends their
 * sessions. Works once; they then sign in with the new password. 400 `WeakPassword`; otherwise as Welcome.
 */
export const acceptWelcome = defineExtension({
  name: "AcceptWelcomeRequest",
  effect: "write",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
  timeLimitMs: 30_000,
  request: z.looseObject({ secret: requiredText(200), password: requiredText(10_000) }),
  response: z.looseObject({ userName: z.string() }),
});
