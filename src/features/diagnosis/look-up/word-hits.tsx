import { useServiceConfig } from "#room/api/service-config.ts";
import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";
import { FoundCodes } from "#room/features/codes/found-codes.tsx";
import styles from "./look-up.module.css";

export const hitsId = "diagnosis-hits";

interface WordHitsProps {
  readonly hits: readonly DiagnosisCode[];
  readonly active: number;
  readonly isStarterSet: boolean;
  readonly onChoose: (code: DiagnosisCode) => void;
}

/** Codes that the words mean. The keys are the Code field's: up, down, Enter. */
export function WordHits({ hits, active, isStarterSet, onChoose }: WordHitsProps) {
  const { demo } = useServiceConfig();
  return (
    <>
      <FoundCodes id={hitsId} codes={hits} active={active} onTake={onChoose} />
      {isStarterSet && hits.length > 0 ? (
        <p className={styles.note}>
          From the starter set: codes that urgent care uses most
          {demo ? "" : "; others are found once the official file is imported"}.
        </p>
      ) : null}
    </>
  );
}
