import { isPristine } from "./draft.ts";
import type { VisitDraft } from "./visit-draft.ts";

/** The numbers of the charges linked to a diagnosis: "1, 2". */
export function chargeNumbersOf(visit: VisitDraft, diagnosisRowId: string): string {
  const numbers = visit
    .rows("charges")
    .flatMap((row, index) =>
      row.indicatedBy.some((link) => link.to === diagnosisRowId) && !isPristine(row, visit.source)
        ? [index + 1]
        : [],
    );
  return numbers.length > 6 ? `${numbers.slice(0, 5).join(", ")} +${numbers.length - 5}` : numbers.join(", ");
}
