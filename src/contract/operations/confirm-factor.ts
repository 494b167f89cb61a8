import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { passkeyAnswer } from "#room/contract/schemas/factor.ts";

/**
 * ConfirmFactor, an extension: the first code of an app, or what the browser made of a passkey, ends what AddFactor began.
 * With the first factor come recovery codes, which are told this once.
 */
export const confirmFactor = defineOperation({
  name: "ConfirmFactorRequest",
  effect: "write",
  session: "header",
  right: "signed-in",
  beforeFactor: true,
  asksAgain: true,
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({
    code: optional(text(100)),
    passkey: optional(passkeyAnswer),
    /** What the passkey is called in the list. */
    name: optional(text(60)),
  }),
  response: z.looseObject({ recoveryCodes: z.array(z.string()) }),
  faults: noFaults,
});
