import { useServiceConfig } from "#room/api/service-config.ts";
import type { FoundCode } from "#room/contract/operations/search-diagnoses.ts";
import { FoundCodes } from "#room/features/codes/found-codes.tsx";
import { type CodesView, MoreCodes } from "#room/features/codes/more-codes.tsx";
import styles from "./look-up.module.css";

export const hitsId = "diagnosis-hits";

interface WordHitsProps {
  readonly hits: readonly FoundCode[];
  readonly total: number;
  readonly view: CodesView;
  readonly onView: (view: CodesView) => void;
  readonly active: number;
  readonly isStarterSet: boolean;
  readonly onChoose: (code: FoundCode) => void;
}

/** Codes that match the words. The Code field handles the keys: up, down, Enter. */
export function WordHits({ hits, total, view, onView, active, isStarterSet, onChoose }: WordHitsProps) {
  const { demo } = useServiceConfig();
  return (
    <>
      {hits.length > 0 && hits.every(({ missingWords }) => missingWords) ? (
        <p className={styles.note} role="status">
          No code matches all of these words. These are the closest.
        </p>
      ) : null}
      <FoundCodes id={hitsId} codes={hits} active={active} onTake={onChoose} />
      <MoreCodes shown={hits.length} total={total} view={view} onView={onView} />
      {isStarterSet && hits.length > 0 ? (
        <p className={styles.note}>
          From the starter set: the codes urgent care uses most.
          {demo ? "" : " Import the official file to find all others."}
        </p>
      ) : null}
    </>
  );
}
