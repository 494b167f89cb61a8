import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";
import { diagnosisCode } from "./verify-diagnosis.ts";

/** No search answers with more codes than this. */
export const mostCodesFound = 5000;
export const searchSides = ["left", "right", "bilateral"] as const;
export const searchEncounters = ["initial", "subsequent", "sequela"] as const;

/** A code that was found; words of the question that it does not have, where no code has all of them. */
export const foundCode = z.looseObject({
  ...diagnosisCode.shape,
  missingWords: optional(z.array(z.string())),
});
export type FoundCode = z.output<typeof foundCode>;

/** DiagnosisSearch, an extension: codes by words or by the beginning of a code, best first. */
export const searchDiagnoses = defineOperation({
  name: "DiagnosisSearchRequest",
  effect: "read",
  session: "header",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 300_000,
  timeLimitMs: 10_000,
  extension: true,
  request: z.looseObject({
    query: text(200),
    codeSystemName: optional(text(1000)),
    svcDate: optional(isoDate),
    /** At most so many answers, 1 to 5,000; 10 when absent. */
    limit: optional(
      z.number().check(
        rule((value) => Number.isInteger(value) && value >= 1 && value <= mostCodesFound, {
          code: "InclusiveBetween",
          message: "must be a whole number from 1 to 5,000",
        }),
      ),
    ),
    /** Only codes of that side, of that encounter, or that can be billed. */
    side: optional(z.enum(searchSides)),
    encounter: optional(z.enum(searchEncounters)),
    isBillable: optional(z.boolean()),
  }),
  response: z.looseObject({
    codes: z.array(foundCode),
    /** How many there are in all; `codes` has the first of them. */
    total: optional(z.number()),
    /** True while only the starter set is loaded: an absent code proves nothing. */
    isStarterSet: optional(z.boolean()),
  }),
  faults: noFaults,
});
