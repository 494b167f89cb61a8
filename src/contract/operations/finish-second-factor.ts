import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { factorProof } from "#room/contract/schemas/factor.ts";
import { responseStatus } from "#room/contract/schemas/response-status.ts";

/** ProveSecondFactor, an extension: continues a sign-in. On success it answers as Auth does. */
export const finishSecondFactor = defineExtension({
  name: "ProveSecondFactorRequest",
  effect: "write",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
  request: z.looseObject(factorProof),
  response: z.looseObject({
    sessionId: optional(z.string()),
    userName: optional(z.string()),
    referrerUrl: optional(z.string()),
    responseStatus: optional(responseStatus),
  }),
});
