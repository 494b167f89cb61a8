import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText, text } from "#room/contract/primitives/rule.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";
import { codeSet } from "#room/contract/schemas/code-set.ts";
import { diagnosisCode } from "./diagnoses.ts";

const chapter = z.looseObject({ title: z.string(), from: z.string(), to: z.string() });

/** A range of service dates over which a code was unchanged in the loaded sets. */
export const codeStretch = z.looseObject({
  from: z.string(),
  to: z.string(),
  isChargeable: z.boolean(),
  description: z.string(),
});
export type CodeStretch = z.output<typeof codeStretch>;

/** DiagnosisDetail, an extension: a code's place in the hierarchy and what to bill instead. */
export const describeDiagnosis = defineExtension({
  name: "DiagnosisDetailRequest",
  effect: "read",
  right: "codes",
  discloses: "no-patient-data",
  freshMs: 3_600_000,
  request: z.looseObject({
    code: requiredText(1000),
    codeSystemName: optional(text(1000)),
    svcDate: optional(isoDate),
  }),
  response: z.looseObject({
    isValid: z.boolean(),
    /** False: the text cannot be a code of that system. */
    isWellFormed: z.boolean(),
    code: diagnosisCode,
    /** The set the answer was checked against. */
    checkedAgainst: codeSet,
    /** When the code was in force, oldest first; empty when no loaded set has it. */
    stretches: z.array(codeStretch),
    chapter: optional(chapter),
    /** From the category down to the code; for an unknown code, as far as it matches. */
    path: z.array(diagnosisCode),
    siblings: z.array(diagnosisCode),
    children: z.array(diagnosisCode),
    /** How many codes are directly below. */
    childCount: z.number(),
    /** Billable codes to use instead: those below a header, or the replacements of an ended code. */
    suggestions: z.array(diagnosisCode),
    /** The meaning of the last character of the codes directly below, if their titles tell. */
    seventhCharacters: z.array(z.looseObject({ character: z.string(), meaning: z.string() })),
  }),
});

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
