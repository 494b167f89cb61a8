import * as z from "zod/mini";
import { defineOperation, noFaults, defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText, text, rule } from "#room/contract/primitives/rule.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";

/** DiagnosisCode (interface 2.18). */
export const diagnosisCode = z.looseObject({
  code: z.string(),
  description: optional(z.string()),
  codeSystemName: optional(z.string()),
  isChargeable: z.boolean(),
});
export type DiagnosisCode = z.output<typeof diagnosisCode>;

/**
 * DiagnosisVerify (interface 2.17, 2.18): whether the code is in the set in force on that date, and billable.
 */
export const verifyDiagnosis = defineOperation({
  name: "DiagnosisVerifyRequest",
  effect: "read",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 24 * 3_600_000,
  timeLimitMs: 10_000,
  request: z.looseObject({
    code: requiredText(1000),
    codeSystemName: optional(text(1000)),
    svcDate: optional(isoDate),
    environment: optional(text(1000)),
  }),
  response: z.looseObject({ isValid: z.boolean(), code: optional(diagnosisCode) }),
  faults: noFaults,
});

/** The most codes a search returns. */
export const maxCodesFound = 5000;
export const searchSides = ["left", "right", "bilateral"] as const;
export const searchEncounters = ["initial", "subsequent", "sequela"] as const;

/** A code that was found. `missingWords`: words of the query it lacks, when no code has all of them. */
export const foundCode = z.looseObject({
  ...diagnosisCode.shape,
  missingWords: optional(z.array(z.string())),
});
export type FoundCode = z.output<typeof foundCode>;

/** DiagnosisSearch, an extension: finds codes by words or by the start of a code, best match first. */
export const searchDiagnoses = defineExtension({
  name: "DiagnosisSearchRequest",
  effect: "read",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 300_000,
  timeLimitMs: 10_000,
  request: z.looseObject({
    query: text(200),
    codeSystemName: optional(text(1000)),
    svcDate: optional(isoDate),
    /** 1 to 5,000; default 10. */
    limit: optional(
      z.number().check(
        rule((value) => Number.isInteger(value) && value >= 1 && value <= maxCodesFound, {
          code: "InclusiveBetween",
          message: "must be a whole number from 1 to 5,000",
        }),
      ),
    ),
    /** Filters: only codes of this side, of this encounter, or billable ones. */
    side: optional(z.enum(searchSides)),
    encounter: optional(z.enum(searchEncounters)),
    isBillable: optional(z.boolean()),
  }),
  response: z.looseObject({
    codes: z.array(foundCode),
    /** The total count; `codes` has the first of them. */
    total: optional(z.number()),
    /** True while only the starter set is loaded: a missing code proves nothing. */
    isStarterSet: optional(z.boolean()),
    /** True: it is, or may be, a service that only CPT has a code for, and no list of CPT codes is loaded. */
    isCptMissing: optional(z.boolean()),
    /** True with that, if the words name such a service: an x-ray, a test, a repair. */
    isOfCpt: optional(z.boolean()),
  }),
});
