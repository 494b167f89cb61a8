import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { factorProof } from "#room/contract/schemas/factor.ts";

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
