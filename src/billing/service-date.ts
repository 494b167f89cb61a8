import { codeSystemOn, type CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { type DraftDiagnosis, type DraftEvent, isBlank } from "./draft-event.ts";
import { partsOf } from "./date-and-time.ts";

/** The day of a date of service as it is written, also while its time cannot be read. */
export function dayOfService(createdOn: string | null | undefined): string | undefined {
  return typeof createdOn === "string" ? partsOf(createdOn).day : undefined;
}

/**
 * The date of service, `yyyy-MM-dd`. Not shown by the interface: the event has no such member, so createdOn, the
 * visit's only date, is used.
 */
export function serviceDateOf(event: DraftEvent): string | undefined {
  return dayOfService(event.visitCharged?.createdOn);
}

/** A row's relevant code on that date, and its system: the other system's code if the right one is missing. */
export function codeThatCounts(
  diagnosis: DraftDiagnosis,
  serviceDate: string | undefined,
): { code: string; system: CodeSystem; member: "icd9DiagCode" | "icd10DiagCode" } | undefined {
  const ten = { code: diagnosis.icd10DiagCode, system: "ICD-10-CM", member: "icd10DiagCode" } as const;
  const nine = { code: diagnosis.icd9DiagCode, system: "ICD-9-CM", member: "icd9DiagCode" } as const;
  for (const { code, system, member } of codeSystemOn(serviceDate) === "ICD-9-CM" ? [nine, ten] : [ten, nine])
    if (typeof code === "string" && !isBlank(code)) return { code: code.trim(), system, member };
  return undefined;
}
