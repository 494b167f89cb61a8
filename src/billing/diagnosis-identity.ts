import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { DraftDiagnosis } from "./draft-event.ts";
import { isBlank } from "./draft-event.ts";

/** A code as it is compared: no dot, no blanks, capitals. "" when none is given. */
export function bareCode(code: string | null | undefined): string {
  return code === undefined || code === null ? "" : code.replaceAll(/[.\s]/g, "").toUpperCase();
}

function keyOf(diagnosis: DraftDiagnosis): string | undefined {
  const key = diagnosis.diagCodePk;
  if (isGuidAbsent(key) || !key) return undefined;
  return canonicalGuid(key) ?? key.trim().toLowerCase();
}

/** True when a row names no diagnosis at all. */
export function isEmptyDiagnosis(diagnosis: DraftDiagnosis): boolean {
  return (
    keyOf(diagnosis) === undefined &&
    bareCode(diagnosis.icd10DiagCode) === "" &&
    bareCode(diagnosis.icd9DiagCode) === "" &&
    isBlank(diagnosis.snomed)
  );
}

/** The code to show for a diagnosis: ICD-10, else ICD-9, else SNOMED; "" when it has none. */
export function codeOf(diagnosis: DraftDiagnosis): string {
  for (const code of [diagnosis.icd10DiagCode, diagnosis.icd9DiagCode, diagnosis.snomed])
    if (!isBlank(code)) return String(code).trim();
  return "";
}

/**
 * True when both rows mean one diagnosis. The first member that both have decides: the ICD-10 code, the ICD-9 code,
 * the SNOMED code, diagCodePk. Codes go before the key, since a corrected code under an old key is another diagnosis.
 */
export function isSameDiagnosis(a: DraftDiagnosis, b: DraftDiagnosis): boolean {
  const pairs = [
    [bareCode(a.icd10DiagCode), bareCode(b.icd10DiagCode)],
    [bareCode(a.icd9DiagCode), bareCode(b.icd9DiagCode)],
    [bareCode(a.snomed), bareCode(b.snomed)],
    [keyOf(a) ?? "", keyOf(b) ?? ""],
  ] as const;
  for (const [left, right] of pairs) if (left !== "" && right !== "") return left === right;
  return false;
}

/** Where the diagnosis stands in the list: the row with its key and code first, else the first that means the same. */
export function findDiagnosis(
  sought: DraftDiagnosis,
  diagnoses: readonly DraftDiagnosis[],
): number | undefined {
  const same = diagnoses.flatMap((row, index) => (isSameDiagnosis(sought, row) ? [index] : []));
  if (same.length < 2) return same[0];
  const key = keyOf(sought);
  const byKey = same.find((index) => key !== undefined && keyOf(diagnoses[index] ?? {}) === key);
  const byPriority = same.find((index) => diagnoses[index]?.priority === sought.priority);
  return byKey ?? byPriority ?? same[0];
}
