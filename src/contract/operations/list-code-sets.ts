import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { codeNotice, codeSet } from "#room/contract/schemas/code-set.ts";

/** CodeSets, an extension: which sets answers are checked against, and what is missing. */
export const listCodeSets = defineOperation({
  name: "CodeSetsRequest",
  effect: "read",
  session: "header",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 60_000,
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({}),
  response: z.looseObject({
    /** Changes whenever a set does; an answer kept by a client must not outlive it. */
    version: z.string(),
    sets: z.array(codeSet),
    /** The notices that somebody has accepted. */
    notices: z.optional(z.array(codeNotice)),
    /** Sentences for people: today's or next October's set is missing, only the starter set is loaded. */
    warnings: z.array(z.string()),
    /** Whether the signed-in user may import. */
    mayImport: z.boolean(),
  }),
  faults: noFaults,
});
