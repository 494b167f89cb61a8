import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/** EndSessions, an extension: one of the asker's own sessions, or all but the one that asks. Others' are not there. */
export const endSessions = defineOperation({
  name: "EndSessionsRequest",
  effect: "write",
  session: "header",
  right: "signed-in",
  asksAgain: true,
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 20_000,
  extension: true,
  /** sessionId: that one alone; without it all others. */
  request: z.looseObject({ sessionId: optional(text(100)) }),
  response: z.looseObject({ ended: z.number() }),
  faults: noFaults,
});
