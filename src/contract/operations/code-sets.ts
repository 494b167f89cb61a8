import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { codeNotice, codeSet } from "#room/contract/schemas/code-set.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { readQuarter } from "#room/contract/primitives/quarter.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";

/** CodeSets, an extension: the sets that codes are checked against, and what is missing. */
export const listCodeSets = defineExtension({
  name: "CodeSetsRequest",
  effect: "read",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 60_000,
  request: z.looseObject({}),
  response: z.looseObject({
    /** Changes whenever any set changes; clients must discard answers cached under another version. */
    version: z.string(),
    sets: z.array(codeSet),
    /** The notices that have been accepted. */
    notices: z.optional(z.array(codeNotice)),
    /**
     * Sentences for the user: today's or next October's set is missing, or only the starter set is loaded.
     */
    warnings: z.array(z.string()),
    /** Whether the signed-in user may import. */
    mayImport: z.boolean(),
  }),
});

/** What an import would change compared with a loaded set. */
export const codeSetChange = z.looseObject({
  set: codeSet,
  /**
   * The set compared with: the same year if loaded, else the year before, else the starter set. Absent when
   * there is none.
   */
  comparedWith: optional(z.string()),
  added: z.number(),
  removed: z.number(),
  /** The description changed. */
  revised: z.number(),
  /** Billable codes that became headers. */
  turnedIntoHeaders: z.number(),
  /** Headers that became billable. */
  turnedBillable: z.number(),
  /** Why the file looks truncated, in sentences. Stored only with mayBeCut. */
  doubt: optional(z.string()),
  /** The starter set is no longer used. */
  endsStarterSet: optional(z.boolean()),
});
export type CodeSetChange = z.output<typeof codeSetChange>;

const codeFile = z.looseObject({
  fileName: text(1000),
  /** The file as is (plain, .gz or .zip), in base64. */
  base64: z.string().check(rule((value) => value !== "", { code: "NotEmpty", message: "must be given" })),
});

/** ImportCodeSet, an extension: imports official files, all or nothing. */
export const importCodeSet = defineExtension({
  name: "ImportCodeSetRequest",
  effect: "write",
  right: "import-codes",
  discloses: "no-patient-data",
  timeLimitMs: 300_000,
  request: z.looseObject({
    /** At least one, unless an upload's files are being stored. */
    files: z
      .array(codeFile)
      .check(
        rule((files) => files.length <= 20, { code: "InclusiveBetween", message: "must be 1 to 20 files" }),
      ),
    /**
     * For files too large for one request. Dry runs with the same id keep what they read for this user, for a
     * day, and answer for everything so far. A request without dryRun, which may have no files, stores
     * everything or nothing.
     */
    uploadId: optional(requiredGuid),
    /** For files whose name does not tell. */
    fiscalYear: optional(
      z.number().check(
        rule((value) => Number.isInteger(value) && value >= 2014 && value <= 2100, {
          code: "InclusiveBetween",
          message: "must be a year from 2014 to 2100",
        }),
      ),
    ),
    /** "2026Q4", for quarterly files whose name does not tell. */
    quarter: optional(
      text(20).check(
        rule((value) => readQuarter(value) !== undefined, {
          code: "RegularExpression",
          message: "must be a quarter such as 2026Q4",
        }),
      ),
    ),
    /** True: report what would change, and change nothing. */
    dryRun: optional(z.boolean()),
    /** The user has confirmed files that look truncated. */
    mayBeCut: optional(z.boolean()),
    /** The user has accepted the files' notice. */
    acceptsNotice: optional(z.boolean()),
  }),
  response: z.looseObject({
    isStored: z.boolean(),
    changes: z.array(codeSetChange),
    /** Must be accepted before the files are stored. Absent once accepted, or when the files have none. */
    notice: optional(z.looseObject({ name: z.string(), text: z.string() })),
  }),
});
