import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";
import { directoryEntry, directoryKey } from "#room/contract/schemas/directory.ts";

/** How many entries one call may bring or take out. */
export const mostSaved = 50_000;

/**
 * SaveDirectory, an extension: adds entries, changes them, takes them out; all of it or nothing.
 */
export const saveDirectory = defineOperation({
  name: "SaveDirectoryRequest",
  effect: "write",
  session: "header",
  right: "directory",
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 120_000,
  extension: true,
  request: z.looseObject({
    /** The version that the changes were made on: changed since, 409 `DirectoryChanged`. */
    version: z.number(),
    entries: z.array(directoryEntry).check(
      rule((list) => list.length <= mostSaved, {
        code: "InclusiveBetween",
        message: `must be at most ${mostSaved} entries`,
      }),
    ),
    removed: optional(
      z.array(directoryKey).check(
        rule((list) => list.length <= mostSaved, {
          code: "InclusiveBetween",
          message: `must be at most ${mostSaved} entries`,
        }),
      ),
    ),
  }),
  response: z.looseObject({ version: z.number() }),
  faults: noFaults,
});
