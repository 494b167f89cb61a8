import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { procedureCodes } from "#room/contract/schemas/procedure-codes.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";

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
