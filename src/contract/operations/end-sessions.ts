import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/**
 * EndSessions, an extension: ends one of the caller's own sessions, or all except the current one. Other
 * users' sessions are not found.
 */
export const endSessions = defineExtension({
  name: "EndSessionsRequest",
  effect: "write",
  right: "signed-in",
  asksAgain: true,
  discloses: "no-patient-data",
  /** sessionId: only that one. Absent: all others. */
  request: z.looseObject({ sessionId: optional(text(100)) }),
  response: z.looseObject({ ended: z.number() }),
});
