import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";
import { directoryEntry, directoryKey } from "#room/contract/schemas/directory.ts";

/**
 * Directory, an extension: the clinic's names for the GUIDs in events, and its fees; or only what changed
 * after a version the client has.
 */
export const listDirectory = defineExtension({
  name: "DirectoryRequest",
  effect: "read",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 60_000,
  timeLimitMs: 30_000,
  request: z.looseObject({
    /** A version from a previous answer. Absent or 0: everything. */
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
    /** True: this is the complete directory; the client discards everything else it has. */
    isWhole: z.boolean(),
    entries: z.array(directoryEntry),
    /** Removed since. */
    removed: z.array(directoryKey),
  }),
});
