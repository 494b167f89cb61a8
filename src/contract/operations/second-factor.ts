import * as z from "zod/mini";
import { defineExtension, withoutSession } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { passkeyQuestion, factorProof } from "#room/contract/schemas/factor.ts";
import { responseStatus } from "#room/contract/schemas/response-status.ts";

/**
 * SecondFactor, an extension: the ways to continue a sign-in that Auth answered with `SecondFactorNeeded`;
 * that answer's cookie identifies the sign-in. `passkeyAlone` starts a sign-in whose only step is a passkey.
 */
export const beginSecondFactor = defineExtension({
  name: "SecondFactorRequest",
  ...withoutSession,
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

/** ProveSecondFactor, an extension: continues a sign-in. On success it answers as Auth does. */
export const finishSecondFactor = defineExtension({
  name: "ProveSecondFactorRequest",
  ...withoutSession,
  request: z.looseObject(factorProof),
  response: z.looseObject({
    sessionId: optional(z.string()),
    userName: optional(z.string()),
    referrerUrl: optional(z.string()),
    responseStatus: optional(responseStatus),
  }),
});

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

/**
 * ProveAgain, an extension: proves the caller's identity, which permits this session to call operations that
 * require it for a few minutes.
 */
export const proveAgain = defineExtension({
  name: "ProveAgainRequest",
  effect: "write",
  right: "signed-in",
  beforeFactor: true,
  discloses: "no-patient-data",
  request: z.looseObject({ ...factorProof, password: optional(text(10_000)) }),
  response: z.looseObject({}),
});
