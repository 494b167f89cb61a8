import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";
import { diagnosisCode } from "./verify-diagnosis.ts";

/** DiagnosisSearch, an extension: codes by words or by the beginning of a code, best first. */
export const searchDiagnoses = defineOperation({
  name: "DiagnosisSearchRequest",
  effect: "read",
  extension: true,
  request: z.looseObject({
    query: text(200),
    codeSystemName: optional(text(1000)),
    svcDate: optional(isoDate),
    /** At most so many answers, 1 to 50; 10 when absent. */
    limit: optional(
      z.number().check(
        rule((value) => Number.isInteger(value) && value >= 1 && value <= 50, {
          code: "InclusiveBetween",
          message: "must be a whole number from 1 to 50",
        }),
      ),
    ),
  }),
  response: z.looseObject({
    codes: z.array(diagnosisCode),
    /** True while only the starter set is loaded: an absent code proves nothing. */
    isStarterSet: optional(z.boolean()),
  }),
  faults: noFaults,
});
