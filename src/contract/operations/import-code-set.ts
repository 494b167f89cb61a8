import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { codeSet } from "#room/contract/schemas/code-set.ts";

/** What an import changes against the set it is compared with. */
export const codeSetChange = z.looseObject({
  set: codeSet,
  /** The set compared with: the same year when it is loaded, else the year before; absent when neither is. */
  comparedWith: optional(z.string()),
  added: z.number(),
  removed: z.number(),
  /** The description changed. */
  revised: z.number(),
  /** A billable code became a header. */
  turnedIntoHeaders: z.number(),
  /** A header became billable. */
  turnedBillable: z.number(),
  /** More than half of the codes would go: stored only with mayRemoveHalf. */
  removesHalf: optional(z.boolean()),
});
export type CodeSetChange = z.output<typeof codeSetChange>;

/** ImportCodeSet, an extension: the official file, read and stored whole or refused whole. */
export const importCodeSet = defineOperation({
  name: "ImportCodeSetRequest",
  effect: "write",
  extension: true,
  request: z.looseObject({
    fileName: text(1000),
    /** The file as it is (plain, .gz or .zip), in Base64. */
    base64: z.string().check(rule((value) => value !== "", { code: "NotEmpty", message: "must be given" })),
    fiscalYear: optional(
      z.number().check(
        rule((value) => Number.isInteger(value) && value >= 2014 && value <= 2100, {
          code: "InclusiveBetween",
          message: "must be a year from 2014 to 2100",
        }),
      ),
    ),
    /** True: say what would change and change nothing. */
    dryRun: optional(z.boolean()),
    /** A person has confirmed that the set may lose more than half of its codes. */
    mayRemoveHalf: optional(z.boolean()),
  }),
  response: z.looseObject({ isStored: z.boolean(), changes: z.array(codeSetChange) }),
  faults: noFaults,
});
