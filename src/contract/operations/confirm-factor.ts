import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { passkeyAnswer } from "#room/contract/schemas/factor.ts";

/**
 * ConfirmFactor, an extension: completes AddFactor with the app's first code or the browser's passkey
 * response. The first factor also returns recovery codes, shown only this once.
 */
export const confirmFactor = defineExtension({
  name: "ConfirmFactorRequest",
  effect: "write",
  right: "signed-in",
  beforeFactor: true,
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({
    code: optional(text(100)),
    passkey: optional(passkeyAnswer),
    /** The passkey's name in the list. */
    name: optional(text(60)),
  }),
  response: z.looseObject({ recoveryCodes: z.array(z.string()) }),
});
