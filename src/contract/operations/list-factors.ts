import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** Factors, an extension: by what else than a password the asker proves themselves. */
export const listFactors = defineOperation({
  name: "FactorsRequest",
  effect: "read",
  session: "header",
  right: "signed-in",
  beforeFactor: true,
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({}),
  response: z.looseObject({
    /** Whether their role may not do without one. */
    isRequired: z.boolean(),
    /** Since when an authenticator app is set up. */
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
    /** The name that passkeys are bound to; absent where the console was opened by an IP address, which takes none. */
    passkeyPlace: optional(z.string()),
  }),
  faults: noFaults,
});
