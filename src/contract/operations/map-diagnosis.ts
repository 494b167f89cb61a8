import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText, text } from "#room/contract/primitives/rule.ts";

/** One line of the General Equivalence Mappings. */
export const codeMapping = z.looseObject({
  /** Absent when the mapping has no target. */
  code: optional(z.string()),
  /** From the newest loaded set of the other system; absent when none is loaded. */
  description: optional(z.string()),
  isChargeable: optional(z.boolean()),
  isApproximate: z.boolean(),
  hasNoMap: z.boolean(),
  /** Part of a combination: one code from each choice list of the same scenario is needed. */
  isCombination: z.boolean(),
  scenario: z.number(),
  choiceList: z.number(),
});
export type CodeMapping = z.output<typeof codeMapping>;

/** DiagnosisMap, an extension: what a code maps to in the other system. Guidance only. */
export const mapDiagnosis = defineExtension({
  name: "DiagnosisMapRequest",
  effect: "read",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 3_600_000,
  request: z.looseObject({
    code: requiredText(1000),
    /** The code's system. Absent: the one whose format it has. */
    codeSystemName: optional(text(1000)),
  }),
  response: z.looseObject({
    code: z.string(),
    codeSystemName: z.string(),
    targetSystemName: z.string(),
    /** False: the mapping file for that direction has not been imported. */
    isLoaded: z.boolean(),
    mappings: z.array(codeMapping),
  }),
});
