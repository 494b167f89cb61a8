import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { money } from "#room/contract/primitives/money.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { directoryKind } from "#room/contract/schemas/directory.ts";

/**
 * Unnamed, an extension: GUIDs in the newest visits that the directory has no name for, most frequent first.
 * Leaves out visits of practices the user may not see.
 */
export const listUnnamed = defineExtension({
  name: "UnnamedRequest",
  effect: "read",
  right: "directory",
  discloses: "no-patient-data",
  freshMs: 30_000,
  timeLimitMs: 30_000,
  request: z.looseObject({}),
  response: z.looseObject({
    /** How many visits were searched. */
    visits: z.number(),
    /** In how many of those the fees were read: the newest. */
    visitsForFees: z.number(),
    seen: z.array(
      z.looseObject({
        kind: directoryKind,
        id: z.string(),
        count: z.number(),
        /** For a fee: its most frequent code, and its most frequent unit price. */
        code: optional(z.string()),
        amount: optional(money),
      }),
    ),
  }),
});
