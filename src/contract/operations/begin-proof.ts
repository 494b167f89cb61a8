import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { passkeyQuestion } from "#room/contract/schemas/factor.ts";

/**
 * Proof, an extension: how the caller can prove their identity again, as some operations require
 * (`ProveAgain`).
 */
export const beginProof = defineExtension({
  name: "ProofRequest",
  effect: "write",
  right: "signed-in",
  beforeFactor: true,
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({
    /** Names from `factorWays`: the second factor if there is one, else the password, else a new sign-in. */
    ways: z.array(z.string()),
    passkey: passkeyQuestion,
  }),
});
