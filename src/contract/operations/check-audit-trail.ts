import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/**
 * CheckAuditTrail, an extension: verifies the trail's hash chain, one part per call, and reports where it is
 * broken. To continue, send back `entries` and `hash` from the previous answer.
 */
export const checkAuditTrail = defineExtension({
  name: "CheckAuditTrailRequest",
  effect: "read",
  right: "trail",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 30_000,
  request: z.looseObject({ entries: optional(z.number()), hash: optional(text(64)) }),
  response: z.looseObject({
    /** How many rows are verified so far; the last of them has that hash. */
    entries: z.number(),
    hash: z.string(),
    total: z.number(),
    /** How many rows were removed by age; verification starts after them. */
    removed: optional(z.number()),
    isDone: z.boolean(),
    /** The first row that fails verification, and why. */
    brokenAt: optional(z.number()),
    fault: optional(z.string()),
  }),
});
