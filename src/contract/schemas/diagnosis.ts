import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";

/** Diagnosis (interface 2.6): a diagnosis of the visit, or of a charge's indicatedBy. */
export const diagnosis = z.looseObject({
  icd9DiagCode: optional(text(1000)),
  icd10DiagCode: optional(text(1000)),
  diagCodePk: optional(guid),
  priority: optional(z.number()),
  snomed: optional(text(1000)),
});
export type Diagnosis = z.output<typeof diagnosis>;
