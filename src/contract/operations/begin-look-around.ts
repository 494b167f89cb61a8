import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";

/**
 * BeginLookAround, an extension: a server on an empty store shows a demo in the place of itself, until EndLookAround or its end. By the secret
 * that it printed, which stays good. 404 `LinkUnknown` once anybody is there.
 */
export const beginLookAround = defineOperation({
  name: "BeginLookAroundRequest",
  effect: "write",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 60_000,
  extension: true,
  request: z.looseObject({ secret: requiredText(200) }),
  /** Who signs in there. */
  response: z.looseObject({ userName: z.string(), password: z.string() }),
  faults: noFaults,
});
