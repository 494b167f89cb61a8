import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { passkeyQuestion } from "#room/contract/schemas/factor.ts";

/**
 * SecondFactor, an extension: the ways to continue a sign-in that Auth answered with `SecondFactorNeeded`;
 * that answer's cookie identifies the sign-in. `passkeyAlone` starts a sign-in whose only step is a passkey.
 */
export const beginSecondFactor = defineExtension({
  name: "SecondFactorRequest",
  effect: "write",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
  request: z.looseObject({
    passkeyAlone: optional(z.boolean()),
    rememberMe: optional(z.boolean()),
    continue: optional(text(10_000)),
  }),
  response: z.looseObject({
    /** `totp`, `passkey`, `recovery`. */
    ways: z.array(z.string()),
    passkey: passkeyQuestion,
  }),
});
