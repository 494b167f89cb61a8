/** The code systems of the interface's icd9DiagCode and icd10DiagCode, by the names that answers carry. */
export type CodeSystem = "ICD-10-CM" | "ICD-9-CM";

export const codeSystems: readonly CodeSystem[] = ["ICD-10-CM", "ICD-9-CM"];

/** The last day of service that was coded in ICD-9-CM (45 CFR 162.1002). */
export const lastDayOfIcd9 = "2015-09-30";

// What stands behind "I", "ICD" and the like once marks and blanks are gone: ICD10CM, I10, 10, ICD9CM, …
const spelledSystem = /^(?:ICD|I)?(10|9)(?:CM)?$/;
// HL7's and FHIR's names of the same two systems.
const namedSystems: Readonly<Record<string, CodeSystem>> = {
  HTTPHL7ORGFHIRSIDICD10CM: "ICD-10-CM",
  HTTPHL7ORGFHIRSIDICD9CM: "ICD-9-CM",
  "2168401113883690": "ICD-10-CM",
  "216840111388362": "ICD-9-CM",
  "21684011138836103": "ICD-9-CM",
};

/** The system behind any usual spelling (ICD-10, I10, icd9cm, 10 …); undefined when the name is of another. */
export function codeSystemOf(name: string): CodeSystem | undefined {
  const bare = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const version = spelledSystem.exec(bare)?.[1];
  if (version !== undefined) return version === "10" ? "ICD-10-CM" : "ICD-9-CM";
  return namedSystems[bare];
}

/** The system that a day of service is coded in. */
export function codeSystemOn(date: string): CodeSystem {
  return date <= lastDayOfIcd9 ? "ICD-9-CM" : "ICD-10-CM";
}

// ICD-10-CM began with letter, digit; FY2026 brought category QA0, so the digit may stand third.
const icd10Form = /^[A-Z](?:\d[\dA-Z]|[A-Z]\d)(?:\.?[\dA-Z]{0,4})?$/;
const icd9Form = /^(?:(?:\d{3}|V\d{2})(?:\.?\d{0,2})?|E\d{3}(?:\.?\d?)?)$/;

/**
 * The code as the official files write it: upper case, no dot, no blanks. Undefined when the text cannot be a
 * code of that system: a foreign character, a wrong length, a dot in the wrong place.
 */
export function bareDiagnosisCode(text: string, system: CodeSystem): string | undefined {
  const form = system === "ICD-10-CM" ? icd10Form : icd9Form;
  const written = form.test(text) ? text : inUpperCase(text);
  return written !== undefined && form.test(written) ? written.replace(".", "") : undefined;
}

/** Without blanks; undefined when the text holds what no code has. */
function inUpperCase(text: string): string | undefined {
  const plain = text.replaceAll(/\s+/g, "");
  // Checked before the case is changed: "ı" and "ſ" turn into plain letters.
  return /^[\dA-Za-z.]{3,8}$/.test(plain) ? plain.toUpperCase() : undefined;
}

/** The usual form of a bare code: a dot after the third character, after the fourth in ICD-9 E codes. */
export function dottedDiagnosisCode(bare: string, system: CodeSystem): string {
  const at = system === "ICD-9-CM" && bare.startsWith("E") ? 4 : 3;
  return bare.length > at ? `${bare.slice(0, at)}.${bare.slice(at)}` : bare;
}
