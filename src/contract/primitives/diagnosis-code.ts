/** The code systems of the interface's icd9DiagCode and icd10DiagCode, named as in answers. */
export type CodeSystem = "ICD-10-CM" | "ICD-9-CM";

export const codeSystems: readonly CodeSystem[] = ["ICD-10-CM", "ICD-9-CM"];

/** The last date of service coded in ICD-9-CM, and the first in ICD-10-CM (45 CFR 162.1002). */
export const [lastDayOfIcd9, icd10Begins] = ["2015-09-30", "2015-10-01"];

// Matches "I", "ICD" and the like once punctuation and blanks are removed: ICD10CM, I10, 10, ICD9CM, …
const spelledSystem = /^(?:ICD|I)?(10|9)(?:CM)?$/;
// The HL7 and FHIR names of the two systems.
const namedSystems: Readonly<Record<string, CodeSystem>> = {
  HTTPHL7ORGFHIRSIDICD10CM: "ICD-10-CM",
  HTTPHL7ORGFHIRSIDICD9CM: "ICD-9-CM",
  "2168401113883690": "ICD-10-CM",
  "216840111388362": "ICD-9-CM",
  "21684011138836103": "ICD-9-CM",
};

/** The system for any usual spelling (ICD-10, I10, icd9cm, 10 …); undefined for any other name. */
export function codeSystemOf(name: string): CodeSystem | undefined {
  const bare = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const version = spelledSystem.exec(bare)?.[1];
  if (version !== undefined) return version === "10" ? "ICD-10-CM" : "ICD-9-CM";
  return namedSystems[bare];
}

/** The system used for a date of service; undefined without one. */
export function codeSystemOn(date: string): CodeSystem;
export function codeSystemOn(date: string | undefined): CodeSystem | undefined;
export function codeSystemOn(date: string | undefined): CodeSystem | undefined {
  if (date === undefined) return undefined;
  return date < icd10Begins ? "ICD-9-CM" : "ICD-10-CM";
}

// ICD-10-CM codes began as letter, digit; FY2026 added category QA0, so the digit may come third.
const icd10Form = /^[A-Z](?:\d[\dA-Z]|[A-Z]\d)(?:\.?[\dA-Z]{0,4})?$/;
const icd9Form = /^(?:(?:\d{3}|V\d{2})(?:\.?\d{0,2})?|E\d{3}(?:\.?\d?)?)$/;

/**
 * The code as the official files write it: upper case, no dot, no blanks. Undefined when the text cannot be a
 * code of that system: an invalid character, a wrong length or a misplaced dot.
 */
export function bareDiagnosisCode(text: string, system: CodeSystem): string | undefined {
  const form = system === "ICD-10-CM" ? icd10Form : icd9Form;
  const written = form.test(text) ? text : inUpperCase(text);
  return written !== undefined && form.test(written) ? written.replace(".", "") : undefined;
}

/** Without blanks; undefined when it has characters no code contains. */
function inUpperCase(text: string): string | undefined {
  const plain = text.replaceAll(/\s+/g, "");
  // Tested before upper-casing: "ı" and "ſ" would become plain letters.
  return /^[\dA-Za-z.]{3,8}$/.test(plain) ? plain.toUpperCase() : undefined;
}

/** The display form of a bare code: a dot after the third character, or after the fourth in ICD-9 E codes. */
export function dottedDiagnosisCode(bare: string, system: CodeSystem): string {
  const at = system === "ICD-9-CM" && bare.startsWith("E") ? 4 : 3;
  return bare.length > at ? `${bare.slice(0, at)}.${bare.slice(at)}` : bare;
}
