import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { money } from "#room/contract/primitives/money.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { directoryKind } from "#room/contract/schemas/directory.ts";

/**
 * Unnamed, an extension: the GUIDs in the newest visits for which the directory has no name, those of most visits
 * first. Visits of practices that the user may not see are left out.
 */
export const listUnnamed = defineOperation({
  name: "UnnamedRequest",
  effect: "read",
  session: "header",
  right: "directory",
  discloses: "no-patient-data",
  freshMs: 30_000,
  timeLimitMs: 30_000,
  extension: true,
  request: z.looseObject({}),
  response: z.looseObject({
    /** How many visits were looked through. */
    visits: z.number(),
    /** Of how many of them the fees were read: the newest. */
    visitsForFees: z.number(),
    seen: z.array(
      z.looseObject({
        kind: directoryKind,
        id: z.string(),
        count: z.number(),
        /** Of a fee: the code that it mostly stands beside, and what one unit of it mostly costs. */
        code: optional(z.string()),
        amount: optional(money),
      }),
    ),
  }),
  faults: noFaults,
});
