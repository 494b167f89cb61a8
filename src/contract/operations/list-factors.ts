import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** Factors, an extension: the caller's second factors. */
export const listFactors = defineExtension({
  name: "FactorsRequest",
  effect: "read",
  right: "signed-in",
  beforeFactor: true,
  discloses: "no-patient-data",
  freshMs: 0,
  request: z.looseObject({}),
  response: z.looseObject({
    /** Whether their role requires one. */
    isRequired: z.boolean(),
    /** When the authenticator app was set up. */
    totpSince: optional(wireDateTime),
    passkeys: z.array(
      z.looseObject({
        passkeyId: z.string(),
        name: z.string(),
        createdAt: wireDateTime,
        lastUsedAt: optional(wireDateTime),
      }),
    ),
    recoveryCodesLeft: z.number(),
    /**
     * The host name that passkeys are bound to. Absent when the console was opened by IP address, where
     * passkeys do not work.
     */
    passkeyPlace: optional(z.string()),
  }),
});
