import { callOperation } from "#room/api/call-operation.ts";
import { bareDiagnosisCode, codeSystemOf, codeSystemOn } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeMapping } from "#room/contract/operations/map-diagnosis.ts";
import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";

/** A code, its system ("" for the one of the day) and its day. */
export interface BatchQuestion {
  readonly code: string;
  readonly codeSystemName: string;
  readonly svcDate: string;
}

/** What else could be billed. */
export interface Instead {
  /** Billable codes to use instead, the likeliest first. */
  readonly suggestions: readonly DiagnosisCode[];
  /** What an ICD-9 code maps to in ICD-10. */
  readonly mapping: readonly CodeMapping[];
}

const mostSuggested = 4;

/** Billable codes for one that is not; none where the service has no answer: the row still says what is wrong. */
export async function insteadOf({ code, svcDate, codeSystemName }: BatchQuestion): Promise<DiagnosisCode[]> {
  try {
    const { suggestions } = await callOperation("describeDiagnosis", {
      code,
      svcDate,
      ...(codeSystemName === "" ? {} : { codeSystemName }),
    });
    return suggestions.slice(0, mostSuggested);
  } catch {
    return [];
  }
}

/** The mapping of an ICD-9 code; undefined for every other, and where none is loaded. */
export async function mappingOf({ code, svcDate, codeSystemName }: BatchQuestion) {
  const system = codeSystemOf(codeSystemName) ?? codeSystemOn(svcDate);
  const isNine = bareDiagnosisCode(code, "ICD-9-CM") !== undefined;
  const isTen = bareDiagnosisCode(code, "ICD-10-CM") !== undefined;
  // V and E codes have the form of either system: the day decides.
  if (!isNine || (isTen && system !== "ICD-9-CM")) return undefined;
  try {
    const { isLoaded, mappings } = await callOperation("mapDiagnosis", { code, codeSystemName: "ICD-9-CM" });
    if (!isLoaded || mappings.length === 0) return undefined;
    return {
      lines: mappings.slice(0, mostSuggested),
      codes: system === "ICD-9-CM" ? [] : codesToTake(mappings),
    };
  } catch {
    return undefined;
  }
}

/** One code of a combination says half: only whole answers can be taken. */
function codesToTake(mappings: readonly CodeMapping[]): DiagnosisCode[] {
  return mappings
    .filter(({ isCombination, isChargeable }) => !isCombination && isChargeable !== false)
    .flatMap(({ code, description }) => (code ? [{ code, description, isChargeable: true }] : []))
    .slice(0, mostSuggested);
}
