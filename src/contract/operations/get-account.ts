import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";

/**
 * Account, an extension: who the asker is here and what they may do, by the names in `rights.ts`. It decides what a
 * page shows; what is let through is decided at each call.
 */
export const getAccount = defineOperation({
  name: "AccountRequest",
  effect: "read",
  session: "header",
  right: "signed-in",
  beforeFactor: true,
  discloses: "no-patient-data",
  freshMs: 60_000,
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({}),
  response: z.looseObject({
    userName: z.string(),
    role: z.string(),
    rights: z.array(z.string()),
    /** Until they have a second factor, all else is refused. */
    mustSetUpFactor: optional(z.boolean()),
  }),
  faults: noFaults,
});
