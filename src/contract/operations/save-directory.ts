import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";
import { directoryKey, savedEntry } from "#room/contract/schemas/directory.ts";

/** The most entries one call may add or remove. */
export const maxSaved = 50_000;

/** SaveDirectory, an extension: adds, changes and removes entries, all or nothing. */
export const saveDirectory = defineExtension({
  name: "SaveDirectoryRequest",
  effect: "write",
  right: "directory",
  discloses: "no-patient-data",
  timeLimitMs: 120_000,
  request: z.looseObject({
    /** The version the changes are based on; 409 `DirectoryChanged` when it is no longer current. */
    version: z.number(),
    entries: z.array(savedEntry).check(
      rule((list) => list.length <= maxSaved, {
        code: "InclusiveBetween",
        message: `must be at most ${maxSaved} entries`,
      }),
    ),
    removed: optional(
      z.array(directoryKey).check(
        rule((list) => list.length <= maxSaved, {
          code: "InclusiveBetween",
          message: `must be at most ${maxSaved} entries`,
        }),
      ),
    ),
  }),
  response: z.looseObject({ version: z.number() }),
});
