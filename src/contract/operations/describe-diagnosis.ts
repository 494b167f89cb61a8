import * as z from "zod/mini";
import { defineOperation, noFaults } from "#room/contract/operation.ts";
import { optional, requiredText, text } from "#room/contract/primitives/rule.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";
import { codeSet } from "#room/contract/schemas/code-set.ts";
import { diagnosisCode } from "./verify-diagnosis.ts";

const chapter = z.looseObject({ title: z.string(), from: z.string(), to: z.string() });

/** A stretch of service dates on which a code stood unchanged, over the sets that are loaded. */
export const codeStretch = z.looseObject({
  from: z.string(),
  to: z.string(),
  isChargeable: z.boolean(),
  description: z.string(),
});
export type CodeStretch = z.output<typeof codeStretch>;

/** DiagnosisDetail, an extension: what stands around a code, and what a clerk can bill instead. */
export const describeDiagnosis = defineOperation({
  name: "DiagnosisDetailRequest",
  effect: "read",
  session: "header",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 3_600_000,
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({
    code: requiredText(1000),
    codeSystemName: optional(text(1000)),
    svcDate: optional(isoDate),
  }),
  response: z.looseObject({
    isValid: z.boolean(),
    /** False: the text cannot be a code of that system at all. */
    isWellFormed: z.boolean(),
    code: diagnosisCode,
    /** The set the answer was checked against. */
    checkedAgainst: codeSet,
    /** When the code stood, oldest first; empty when no loaded set has it. */
    stretches: z.array(codeStretch),
    chapter: optional(chapter),
    /** From the category down to the code itself; for a code that is not there, as far as it goes. */
    path: z.array(diagnosisCode),
    siblings: z.array(diagnosisCode),
    children: z.array(diagnosisCode),
    /** How many codes stand directly below. */
    childCount: z.number(),
    /** Billable codes to use instead: below a header, or what took the place of a code that ended. */
    suggestions: z.array(diagnosisCode),
    /** What the last character of the codes directly below means, where the titles tell it. */
    seventhCharacters: z.array(z.looseObject({ character: z.string(), meaning: z.string() })),
  }),
  faults: noFaults,
});
