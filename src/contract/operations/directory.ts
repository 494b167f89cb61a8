import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";
import { directoryEntry, directoryKey, savedEntry, directoryKind } from "#room/contract/schemas/directory.ts";
import { money } from "#room/contract/primitives/money.ts";

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

/** The most entries one call may add or remove. */
export const maxSaved = 50_000;

/**
 * SaveDirectory, an extension: adds, changes and removes entries, all or nothing. 409 `ClosedDayMoved` when a practice would have
 * another time zone, by which charges move into or out of a closed day. 403 `OutsideYourPractices` when a caller who sees some
 * practices would change what names another (the practice itself, what is merged into it, its fees) or what all have: a fee without a practice, a
 * provider or payer that has a name already.
 */
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
