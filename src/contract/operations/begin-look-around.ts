import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";

/**
 * BeginLookAround, an extension: a server with an empty store shows a demo until EndLookAround or the demo
 * expires. Needs the secret that the server printed, which stays valid. 404 `LinkUnknown` once any user
 * exists.
 */
export const beginLookAround = defineExtension({
  name: "BeginLookAroundRequest",
  effect: "write",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
  timeLimitMs: 60_000,
  request: z.looseObject({ secret: requiredText(200) }),
  /** The demo user to sign in as. */
  response: z.looseObject({ userName: z.string(), password: z.string() }),
});
