import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/** RecoveryCodes, an extension: ten new codes, shown only this once. Earlier codes stop working. */
export const makeRecoveryCodes = defineExtension({
  name: "RecoveryCodesRequest",
  effect: "write",
  right: "signed-in",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({ recoveryCodes: z.array(z.string()) }),
});
