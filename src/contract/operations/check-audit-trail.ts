import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/**
 * CheckAuditTrail, an extension: walks the chain of hashes of the trail, a part of it at each call, and tells where it
 * is broken. Whoever goes on gives back `entries` and `hash` of the answer before.
 */
export const checkAuditTrail = defineOperation({
  name: "CheckAuditTrailRequest",
  effect: "read",
  session: "header",
  right: "trail",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 30_000,
  extension: true,
  request: z.looseObject({ entries: optional(z.number()), hash: optional(text(64)) }),
  response: z.looseObject({
    /** So many rows hold so far, the last of them with that hash. */
    entries: z.number(),
    hash: z.string(),
    total: z.number(),
    /** So many were removed by age; the chain is checked from the one behind them. */
    removed: optional(z.number()),
    isDone: z.boolean(),
    /** The first row that does not hold, and why. */
    brokenAt: optional(z.number()),
    fault: optional(z.string()),
  }),
  faults: noFaults,
});
