import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { isBlank, type DraftCharge, type DraftDiagnosis } from "./draft-event.ts";

/** A, B … Z, AA, AB …: the letter for a diagnosis index. Display only; links refer to the diagnosis itself. */
export function diagnosisLetter(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

interface DiagnosisLink {
  /** Index in the visit's diagnoses; undefined when the visit has no such diagnosis (foreign). */
  readonly index: number | undefined;
  readonly diagnosis: DraftDiagnosis;
}

/** The links of a charge in order; the first is the main one. */
export function linksOf(
  charge: Pick<DraftCharge, "indicatedBy">,
  diagnoses: readonly DraftDiagnosis[],
): DiagnosisLink[] {
  return (charge.indicatedBy ?? []).map((diagnosis) => ({
    index: findDiagnosis(diagnosis, diagnoses),
    diagnosis,
  }));
}

/** The links as text for one field: "A C"; a foreign one as its code in brackets, "[J02.9]". */
export function formatLinks(links: readonly DiagnosisLink[]): string {
  return links
    .map(({ index, diagnosis }) => (index === undefined ? `[${codeOf(diagnosis)}]` : diagnosisLetter(index)))
    .join(" ");
}

const alreadyBared = new Map<string, string>();

/** A code in the form used for comparison: no dot, no blanks, upper case. Empty when not given. */
export function bareCode(code: string | null | undefined): string {
  if (code === undefined || code === null || code === "") return "";
  const known = alreadyBared.get(code);
  if (known !== undefined) return known;
  const bare = code.replaceAll(/[.\s]/g, "").toUpperCase();
  // Cached, because every link of every line asks for the same few codes on every keystroke.
  if (alreadyBared.size > 5_000) alreadyBared.clear();
  alreadyBared.set(code, bare);
  return bare;
}

/** The diagnosis's diagCodePk in the form used for comparison; undefined when it has none. */
export function keyOf(diagnosis: DraftDiagnosis): string | undefined {
  const key = diagnosis.diagCodePk;
  if (isGuidAbsent(key) || !key) return undefined;
  return canonicalGuid(key) ?? key.trim().toLowerCase();
}

/** The code to show for a diagnosis: ICD-10, else ICD-9, else SNOMED; empty when it has none. */
export function codeOf(diagnosis: DraftDiagnosis): string {
  for (const code of [diagnosis.icd10DiagCode, diagnosis.icd9DiagCode, diagnosis.snomed])
    if (!isBlank(code)) return String(code).trim();
  return "";
}

/**
 * Whether two rows are the same diagnosis. Decided by the first member both have: ICD-10 code, ICD-9 code, SNOMED code,
 * diagCodePk. Codes come before the key, since a corrected code under an old key is a different diagnosis.
 */
export function isSameDiagnosis(a: DraftDiagnosis, b: DraftDiagnosis): boolean {
  for (const member of ["icd10DiagCode", "icd9DiagCode", "snomed"] as const) {
    const [left, right] = [bareCode(a[member]), bareCode(b[member])];
    if (left !== "" && right !== "") return left === right;
  }
  const key = keyOf(a);
  return key !== undefined && key === keyOf(b);
}

/**
 * The index of a diagnosis in the list: the row with its key and code, else the first row that is the same diagnosis.
 */
export function findDiagnosis(
  wanted: DraftDiagnosis,
  diagnoses: readonly DraftDiagnosis[],
): number | undefined {
  const same: number[] = [];
  for (const [index, row] of diagnoses.entries()) if (isSameDiagnosis(wanted, row)) same.push(index);
  const key = keyOf(wanted);
  const byKey = same.find((index) => key !== undefined && keyOf(diagnoses[index] ?? {}) === key);
  const byPriority = same.find((index) => diagnoses[index]?.priority === wanted.priority);
  return byKey ?? byPriority ?? same[0];
}
