import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";
import { directoryEntry, directoryKey } from "#room/contract/schemas/directory.ts";

/**
 * Directory, an extension: the clinic's names for the GUIDs of events, and its fees; or what of them changed after a
 * version that the client has.
 */
export const listDirectory = defineOperation({
  name: "DirectoryRequest",
  effect: "read",
  session: "header",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 60_000,
  timeLimitMs: 30_000,
  extension: true,
  request: z.looseObject({
    /** A version that was answered before; absent or 0: everything. */
    since: optional(
      z.number().check(
        rule((value) => Number.isSafeInteger(value) && value >= 0, {
          code: "GreaterThanOrEqual",
          message: "must be a whole number, 0 or more",
        }),
      ),
    ),
  }),
  response: z.looseObject({
    version: z.number(),
    /** True: this is all there is, and what else a client has is gone. */
    isWhole: z.boolean(),
    entries: z.array(directoryEntry),
    /** Taken out since. */
    removed: z.array(directoryKey),
  }),
  faults: noFaults,
});
