import { EmptyState } from "#room/ui/empty-state.tsx";
import { DiagnosisIcon } from "#room/ui/page-icons.tsx";

export const cptMissing =
  "Visits, tests, repairs and other services are CPT codes, and no CPT codes are loaded.";

interface NoProcedureProps {
  readonly words: string;
  readonly isSearching: boolean;
  readonly isCptMissing: boolean;
}

/** In place of an answer: how to ask, or why nothing was found. */
export function NoProcedure({ words, isSearching, isCptMissing }: NoProcedureProps) {
  if (words.length >= 2 && !isSearching && isCptMissing)
    return (
      <EmptyState icon={<DiagnosisIcon size={20} />} title="CPT is not loaded">
        HCPCS level II has no code for “{words}”. {cptMissing} Import your clinic’s own list under Code sets.
      </EmptyState>
    );
  if (words.length >= 2 && !isSearching)
    return (
      <EmptyState icon={<DiagnosisIcon size={20} />} title="No codes found">
        Try fewer or different words.
      </EmptyState>
    );
  return (
    <EmptyState icon={<DiagnosisIcon size={20} />} title="Check a procedure code">
      Type a HCPCS or CPT code, a modifier, or words such as “wrist splint”. It is checked on the date of
      service.
    </EmptyState>
  );
}
