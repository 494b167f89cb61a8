import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { procedureCodes } from "#room/contract/schemas/procedure-codes.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";

/** Column 2 is not paid with column 1 on the same day for the same provider. */
export const claimPair = z.looseObject({
  column1: z.string(),
  column2: z.string(),
  /** 0: no modifier can override the pair. 1: a modifier on NCCI's list can. */
  modifierIndicator: z.number(),
  /** First and last day in force, yyyy-MM-dd. */
  inForceFrom: z.string(),
  inForceTo: optional(z.string()),
  rationale: z.string(),
});
export type ClaimPair = z.output<typeof claimPair>;

/** The most units of the code that are paid; 0: the code is not paid. */
export const unitLimit = z.looseObject({
  code: z.string(),
  units: z.number(),
  /** 1: counted per line. 2: per day, no exceptions. 3: per day, unless documentation supports more. */
  adjudicationIndicator: z.number(),
  rationale: z.string(),
});
export type UnitLimit = z.output<typeof unitLimit>;

/** ClaimEdits, an extension: what the NCCI files for a day's quarter say about the codes of one visit. */
export const checkClaimEdits = defineExtension({
  name: "ClaimEditsRequest",
  effect: "read",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 3_600_000,
  timeLimitMs: 10_000,
  request: z.looseObject({
    codes: procedureCodes,
    svcDate: isoDate,
  }),
  response: z.looseObject({
    /** The quarter of the date, such as "2026 Q4". */
    quarter: z.string(),
    /** Whether the quarter's pairs are loaded, and which files are missing. */
    hasPairs: z.boolean(),
    missingFiles: z.array(z.number()),
    hasLimits: z.boolean(),
    /** The pairs among the codes that are in force on that day. */
    pairs: z.array(claimPair),
    /** A code without an entry has no published limit; it may still have an unpublished one. */
    limits: z.array(unitLimit),
  }),
});

/**
 * What the loaded lists say about a code or modifier on a day: `valid`; `ended` before it; `not-yet`;
 * `unknown` (not in the list in force on that day, which has all codes of its kind); `not-checked` (no list
 * that could answer is loaded).
 */
export const procedureStates = ["valid", "ended", "not-yet", "unknown", "not-checked"] as const;

export const checkedProcedure = z.looseObject({
  /** As requested, in upper case. */
  code: z.string(),
  /** HCPCS: level II. CPT: a clinic's own list. */
  codeSystemName: z.enum(["HCPCS", "CPT"]),
  state: z.enum(procedureStates),
  description: optional(z.string()),
  shortDescription: optional(z.string()),
  /** First and last day, if the list gives them. */
  inForceFrom: optional(z.string()),
  inForceTo: optional(z.string()),
  /** The list it was checked against. */
  checkedAgainst: optional(z.string()),
  /** Why it was not checked, or on what else than the day's own list a valid code rests, as a sentence. */
  reason: optional(z.string()),
});
export type CheckedProcedure = z.output<typeof checkedProcedure>;

/** ProcedureCheck, an extension: checks procedure codes and modifiers on a date of service. */
export const checkProcedures = defineExtension({
  name: "ProcedureCheckRequest",
  effect: "read",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 3_600_000,
  timeLimitMs: 10_000,
  request: z.looseObject({
    codes: procedureCodes,
    /** Today when absent. */
    svcDate: optional(isoDate),
  }),
  response: z.looseObject({ procedures: z.array(checkedProcedure) }),
});
