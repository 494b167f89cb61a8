import { useState } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import styles from "./import-report.module.css";
import type { Importer, ImportState } from "./import-state.ts";
import { importDetails, importTitle, readCount } from "./import-words.ts";
import { useImportState } from "./use-importer.ts";
import { Faults } from "./import-faults.tsx";

export interface ImportReportProps {
  readonly importer: Importer;
  /** Opens the merge of these events. */
  readonly onMerge: (eventIds: readonly string[]) => void;
}

/** The import's progress and result; nothing while there is none. */
export function ImportReport({ importer, onMerge }: ImportReportProps) {
  const state = useImportState(importer);
  return (
    <div role="status" aria-label="Import">
      {state?.phase === "running" ? <Running state={state} onStop={importer.stop} /> : null}
      {state && state.phase !== "running" ? (
        <Report state={state} onMerge={onMerge} onClose={importer.dismiss} />
      ) : null}
    </div>
  );
}

function Running({ state, onStop }: { state: ImportState; onStop: () => void }) {
  return (
    <div className={styles.report}>
      <ProgressBar
        label={`${importTitle(state)}: ${readCount(state).toLocaleString()} read`}
        value={state.bytesRead}
        total={Math.max(1, state.totalBytes)}
        detail={
          <Button size="small" onClick={onStop}>
            Stop
          </Button>
        }
      />
    </div>
  );
}

function toneOf({ phase, counts, faulty, refused }: ImportState) {
  if (phase === "failed") return "bad";
  if (refused.length > 0 && counts.added + counts.updated + counts.same === 0) return "bad";
  return refused.length > 0 || faulty > 0 || counts.conflict > 0 || counts.charged > 0 || phase === "stopped"
    ? "warn"
    : "ok";
}

interface ReportProps {
  readonly state: ImportState;
  readonly onMerge: (eventIds: readonly string[]) => void;
  readonly onClose: () => void;
}

function Report({ state, onMerge, onClose }: ReportProps) {
  const [isOpen, setOpen] = useState(state.refused.length > 0 && state.refused.length <= 5);
  const details = importDetails(state);
  return (
    <div className={styles.report}>
      <Banner
        tone={toneOf(state)}
        title={importTitle(state)}
        isFailure={false}
        actions={
          <>
            {state.conflicts.length > 0 ? (
              <Button size="small" onClick={() => onMerge(state.conflicts)}>
                Merge…
              </Button>
            ) : null}
            {state.refused.length > 0 ? (
              <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? "Hide what couldn’t be read" : "Show what couldn’t be read"}
              </Button>
            ) : null}
            <Button size="small" look="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {details.length > 0 ? details.join(" ") : null}
      </Banner>
      {isOpen ? <Faults state={state} /> : null}
    </div>
  );
}
