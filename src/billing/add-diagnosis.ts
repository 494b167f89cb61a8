import { findDiagnosis } from "./diagnosis-identity.ts";
import { type DraftDiagnosis, numberOf } from "./draft-event.ts";

/** The visit's diagnoses with this one at the end, numbered on where all are numbered; the same list where it is there. */
export function addDiagnosis(
  diagnoses: readonly DraftDiagnosis[],
  added: DraftDiagnosis,
): readonly DraftDiagnosis[] {
  if (findDiagnosis(added, diagnoses) !== undefined) return diagnoses;
  const numbers = diagnoses.map(({ priority }) => numberOf(priority));
  const given = numbers.filter((number) => number !== undefined);
  const isNumbered = numbers.length > 0 && given.length === numbers.length;
  const { priority: _own, ...rest } = added;
  return [...diagnoses, isNumbered ? { ...rest, priority: Math.max(...given) + 1 } : rest];
}
