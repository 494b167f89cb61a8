import { useServiceConfig } from "#room/api/service-config.ts";
import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";
import { OptionList } from "#room/ui/option-list.tsx";
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
    <section aria-label="Codes found" className={styles.hits}>
      <OptionList
        id={hitsId}
        label="Codes found"
        options={hits.map(({ code, description, isChargeable }) => ({
          name: code,
          detail: description ?? "",
          ...(isChargeable ? { tone: "ok" } : { tone: "warn", note: "header, not billable" }),
        }))}
        active={active}
        onTake={(place) => {
          const hit = hits[place];
          if (hit) onChoose(hit);
        }}
      />
      {isStarterSet ? (
        <p className={styles.note}>
          From the starter set: codes that urgent care uses most
          {demo ? "" : "; others are found once the official file is imported"}.
        </p>
      ) : null}
    </section>
  );
}
