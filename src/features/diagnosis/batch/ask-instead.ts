import { callOperation } from "#room/api/call-operation.ts";
import { bareDiagnosisCode, codeSystemOf, codeSystemOn } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeMapping } from "#room/contract/operations/diagnosis-detail.ts";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";

/** A code, its system ("" for the day's default) and its date. */
export interface BatchQuestion {
  readonly code: string;
  readonly codeSystemName: string;
  readonly svcDate: string;
}

export interface Instead {
  /** Billable codes to use instead, most likely first. */
  readonly suggestions: readonly DiagnosisCode[];
  readonly mapping: readonly CodeMapping[];
}

const maxSuggested = 4;

/**
 * Billable alternatives for a code that is not; none if the service has no answer: the row still says what is wrong.
 */
export async function insteadOf({ code, svcDate, codeSystemName }: BatchQuestion): Promise<DiagnosisCode[]> {
  try {
    const { suggestions } = await callOperation("describeDiagnosis", {
      code,
      svcDate,
      ...(codeSystemName === "" ? {} : { codeSystemName }),
    });
    return suggestions.slice(0, maxSuggested);
  } catch {
    return [];
  }
}

/** The mapping of an ICD-9 code; undefined for any other code, and if no mapping is loaded. */
export async function mappingOf({ code, svcDate, codeSystemName }: BatchQuestion) {
  const system = codeSystemOf(codeSystemName) ?? codeSystemOn(svcDate);
  const isNine = bareDiagnosisCode(code, "ICD-9-CM") !== undefined;
  const isTen = bareDiagnosisCode(code, "ICD-10-CM") !== undefined;
  // V and E codes fit either system's format: the date decides.
  if (!isNine || (isTen && system !== "ICD-9-CM")) return undefined;
  try {
    const { isLoaded, mappings } = await callOperation("mapDiagnosis", { code, codeSystemName: "ICD-9-CM" });
    if (!isLoaded || mappings.length === 0) return undefined;
    return {
      lines: mappings.slice(0, maxSuggested),
      codes: system === "ICD-9-CM" ? [] : codesToTake(mappings),
    };
  } catch {
    return undefined;
  }
}

/** A single code of a combination is incomplete, so only whole combinations can be chosen. */
function codesToTake(mappings: readonly CodeMapping[]): DiagnosisCode[] {
  return mappings
    .filter(({ isCombination, isChargeable }) => !isCombination && isChargeable !== false)
    .flatMap(({ code, description }) => (code ? [{ code, description, isChargeable: true }] : []))
    .slice(0, maxSuggested);
}
