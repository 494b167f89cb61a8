import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { passkeyQuestion } from "#room/contract/schemas/factor.ts";

/**
 * AddFactor, an extension: starts setting up an authenticator app or a passkey. It takes effect once
 * confirmed.
 */
export const addFactor = defineExtension({
  name: "AddFactorRequest",
  effect: "write",
  right: "signed-in",
  beforeFactor: true,
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ kind: z.enum(["totp", "passkey"]) }),
  response: z.looseObject({
    /** The app's secret: in base32, and as the URI encoded in its QR code. */
    secret: optional(z.string()),
    address: optional(z.string()),
    passkey: passkeyQuestion,
  }),
});
