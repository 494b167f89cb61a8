import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { askedProcedures } from "#room/contract/schemas/asked-procedures.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";

/** Column 2 is not paid beside column 1 on the same day for the same provider. */
export const claimPair = z.looseObject({
  column1: z.string(),
  column2: z.string(),
  /** 0: no modifier answers. 1: one of NCCI's own list does. */
  modifierIndicator: z.number(),
  /** First day in force, and the last one, yyyy-MM-dd. */
  inForceFrom: z.string(),
  inForceTo: optional(z.string()),
  rationale: z.string(),
});
export type ClaimPair = z.output<typeof claimPair>;

/** No more units of the code than this; 0: the code is not paid. */
export const unitLimit = z.looseObject({
  code: z.string(),
  units: z.number(),
  /** 1: counted line by line. 2: over the day, without exception. 3: over the day, unless the record shows more. */
  adjudicationIndicator: z.number(),
  rationale: z.string(),
});
export type UnitLimit = z.output<typeof unitLimit>;

/** ClaimEdits, an extension: what the NCCI files of a day's quarter say of the codes of one visit. */
export const checkClaimEdits = defineOperation({
  name: "ClaimEditsRequest",
  effect: "read",
  session: "header",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 3_600_000,
  timeLimitMs: 10_000,
  extension: true,
  request: z.looseObject({
    codes: askedProcedures,
    svcDate: isoDate,
  }),
  response: z.looseObject({
    /** The quarter of the date, "2026 Q4". */
    quarter: z.string(),
    /** Whether the quarter's pairs are loaded, and which of their files are missing. */
    hasPairs: z.boolean(),
    missingFiles: z.array(z.number()),
    hasLimits: z.boolean(),
    /** The pairs in force on that day among the codes. */
    pairs: z.array(claimPair),
    /** A code without one has no published limit: it may still have one. */
    limits: z.array(unitLimit),
  }),
  faults: noFaults,
});
