import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { codeNotice, codeSet } from "#room/contract/schemas/code-set.ts";

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
