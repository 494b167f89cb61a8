import { bareDiagnosisCode, dottedDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import { modifierNamed } from "#room/contract/primitives/procedure-system.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";

export type Recognised =
  | { kind: "guid"; value: string }
  | { kind: "diagnosis"; value: string; system: "ICD-10-CM" | "ICD-9-CM" }
  | { kind: "procedure" | "modifier"; value: string };

const procedure = /^(\d{5}|[A-Z]\d{4}|\d{4}[A-Z])$/i;

/** All formats that match; there may be several (A0425 is a procedure and looks like a diagnosis). */
export function recognise(text: string): Recognised[] {
  const typed = text.trim();
  const guid = canonicalGuid(typed);
  if (guid !== undefined) return [{ kind: "guid", value: guid }];
  const modifier = modifierNamed(typed);
  if (modifier !== undefined) return [{ kind: "modifier", value: modifier }];
  if (/\s/.test(typed)) return [];
  const found: Recognised[] = [];
  // Without its dot an ICD-9 code looks like any short number.
  const icd9 = typed.includes(".") ? bareDiagnosisCode(typed, "ICD-9-CM") : undefined;
  const icd10 = icd9 === undefined ? bareDiagnosisCode(typed, "ICD-10-CM") : undefined;
  if (icd9 !== undefined)
    found.push({ kind: "diagnosis", value: dottedDiagnosisCode(icd9, "ICD-9-CM"), system: "ICD-9-CM" });
  if (icd10 !== undefined)
    found.push({ kind: "diagnosis", value: dottedDiagnosisCode(icd10, "ICD-10-CM"), system: "ICD-10-CM" });
  if (procedure.test(typed)) found.push({ kind: "procedure", value: typed.toUpperCase() });
  return found;
}

/** True if both are one code, with or without its dot. */
export function sameCode(a: string, b: string): boolean {
  const plain = (code: string) => code.replace(".", "").trim().toUpperCase();
  return plain(a) === plain(b);
}
