import type { DraftCharge, DraftDiagnosis } from "./draft-event.ts";
import { codeOf, findDiagnosis } from "./diagnosis-identity.ts";

/** A, B … Z, AA, AB …: the letter for a diagnosis index. Display only; links refer to the diagnosis itself. */
export function diagnosisLetter(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

export interface DiagnosisLink {
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
