import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { readQuarter } from "#room/contract/primitives/quarter.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { codeSet } from "#room/contract/schemas/code-set.ts";

/** What an import changes against the set it is compared with. */
export const codeSetChange = z.looseObject({
  set: codeSet,
  /** The set compared with: the same year when it is loaded, else the year before, else the starter set; absent when none is. */
  comparedWith: optional(z.string()),
  added: z.number(),
  removed: z.number(),
  /** The description changed. */
  revised: z.number(),
  /** A billable code became a header. */
  turnedIntoHeaders: z.number(),
  /** A header became billable. */
  turnedBillable: z.number(),
  /** Why the file seems to be cut, in sentences: stored only with mayBeCut. */
  doubt: optional(z.string()),
  /** The starter set stands in no longer. */
  endsStarterSet: optional(z.boolean()),
});
export type CodeSetChange = z.output<typeof codeSetChange>;

const codeFile = z.looseObject({
  fileName: text(1000),
  /** The file as it is (plain, .gz or .zip), in Base64. */
  base64: z.string().check(rule((value) => value !== "", { code: "NotEmpty", message: "must be given" })),
});

/** ImportCodeSet, an extension: official files, all of them stored whole or none. */
export const importCodeSet = defineOperation({
  name: "ImportCodeSetRequest",
  effect: "write",
  session: "header",
  right: "import-codes",
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 300_000,
  extension: true,
  request: z.looseObject({
    /** At least one, unless those of an upload are stored. */
    files: z
      .array(codeFile)
      .check(
        rule((files) => files.length <= 20, { code: "InclusiveBetween", message: "must be 1 to 20 files" }),
      ),
    /**
     * For files that are more than one request may hold. Dry runs under the same id keep what they read, for a day and
     * for their user, and answer for all of it; a request that is no dry run, and may be without files, stores all of
     * it or nothing.
     */
    uploadId: optional(requiredGuid),
    /** For files whose name does not say it. */
    fiscalYear: optional(
      z.number().check(
        rule((value) => Number.isInteger(value) && value >= 2014 && value <= 2100, {
          code: "InclusiveBetween",
          message: "must be a year from 2014 to 2100",
        }),
      ),
    ),
    /** "2026Q4", for quarterly files whose name does not say it. */
    quarter: optional(
      text(20).check(
        rule((value) => readQuarter(value) !== undefined, {
          code: "RegularExpression",
          message: "must be a quarter such as 2026Q4",
        }),
      ),
    ),
    /** True: say what would change and change nothing. */
    dryRun: optional(z.boolean()),
    /** A person has confirmed files that seem to be cut. */
    mayBeCut: optional(z.boolean()),
    /** A person has accepted the notice of the files. */
    acceptsNotice: optional(z.boolean()),
  }),
  response: z.looseObject({
    isStored: z.boolean(),
    changes: z.array(codeSetChange),
    /** Must be accepted before the files are stored; absent once it was, and where the files have none. */
    notice: optional(z.looseObject({ name: z.string(), text: z.string() })),
  }),
  faults: noFaults,
});
