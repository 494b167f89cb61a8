import { useRef } from "react";
import { RunProgress, RunResult } from "#room/features/visits/run-report.tsx";
import { Button } from "#room/ui/button.tsx";
import { useFocusFollows } from "#room/ui/use-kept-focus.ts";
import type { Importer } from "./import-job.ts";
import type { ImportState } from "./import-state.ts";
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
  const panel = useRef<HTMLDivElement>(null);
  useFocusFollows(panel, state?.phase);
  return (
    <div ref={panel} role="status" aria-label="Import">
      {state?.phase === "running" ? (
        <RunProgress
          label={`${importTitle(state)}: ${readCount(state).toLocaleString()} read`}
          value={state.bytesRead}
          total={Math.max(1, state.totalBytes)}
          onStop={importer.stop}
        />
      ) : null}
      {state && state.phase !== "running" ? (
        <Report state={state} onMerge={onMerge} onClose={importer.dismiss} />
      ) : null}
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
  const { conflicts, refused } = state;
  const details = importDetails(state);
  return (
    <RunResult
      tone={toneOf(state)}
      title={importTitle(state)}
      isFailure={false}
      onClose={onClose}
      actions={
        conflicts.length > 0 ? (
          <Button size="small" onClick={() => onMerge(conflicts)}>
            Merge…
          </Button>
        ) : null
      }
      list={
        refused.length > 0
          ? { name: "what couldn’t be read", isOpen: refused.length <= 5, content: <Faults state={state} /> }
          : undefined
      }
    >
      {details.length > 0 ? details.join(" ") : null}
    </RunResult>
  );
}
