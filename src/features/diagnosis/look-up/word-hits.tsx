import { useServiceConfig } from "#room/api/service-config.ts";
import type { DiagnosisCode } from "#room/contract/operations/verify-diagnosis.ts";
import { classNames } from "#room/ui/class-names.ts";
import { StateMark } from "#room/ui/state-badge.tsx";
import styles from "./look-up.module.css";

export const hitsId = "diagnosis-hits";

export function hitId(code: string): string {
  return `diagnosis-hit-${code.replace(".", "-")}`;
}

interface WordHitsProps {
  readonly hits: readonly DiagnosisCode[];
  readonly activeCode: string | undefined;
  readonly isStarterSet: boolean;
  readonly onChoose: (code: DiagnosisCode) => void;
}

/** Codes that the words mean. The keys are the Code field's: up, down, Enter. */
export function WordHits({ hits, activeCode, isStarterSet, onChoose }: WordHitsProps) {
  const { demo } = useServiceConfig();
  return (
    <section aria-label="Codes found" className={styles.hits}>
      <div role="listbox" id={hitsId} aria-label="Codes found">
        {hits.map((hit) => (
          // The field keeps the focus and names the active one; a press is the pointer's way.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={hit.code}
            role="option"
            id={hitId(hit.code)}
            tabIndex={-1}
            aria-selected={hit.code === activeCode}
            className={classNames(styles.hit, hit.code === activeCode && styles.hitActive)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(hit)}
          >
            <span className={classNames(styles.hitMark, hit.isChargeable ? styles.ok : styles.warn)}>
              <StateMark tone={hit.isChargeable ? "ok" : "warn"} />
            </span>
            <code className={styles.hitCode}>{hit.code}</code>
            <span className={styles.hitWords}>
              {hit.description}
              {hit.isChargeable ? null : <span className={styles.hitNote}> header, not billable</span>}
            </span>
          </div>
        ))}
      </div>
      {isStarterSet ? (
        <p className={styles.note}>
          From the starter set: codes that urgent care uses most
          {demo ? "" : "; others are found once the official file is imported"}.
        </p>
      ) : null}
    </section>
  );
}
