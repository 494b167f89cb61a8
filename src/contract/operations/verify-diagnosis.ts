import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, requiredText, text } from "#room/contract/primitives/rule.ts";
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
